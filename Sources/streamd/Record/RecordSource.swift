import ArgumentParser
import StreamClient
import StreamProtocol
import StreamRecording

/// A relay and streams of it in user input: `host:port/NAME`, `host:port/NAME/*`, `host:port/*`.
struct RecordSource: ExpressibleByArgument, Hashable {
    private let text: String

    init(argument: String) { text = argument }

    /// The relay.
    ///
    /// - Throws: ``Failure`` if the text is not a valid address.
    var relay: RelayAddress {
        get throws(Failure) {
            do throws(ClientError) {
                // A text that begins with a slash is shown as a whole.
                let relay = pathStart == text.startIndex ? text : String(text[..<pathStart])
                return try RelayAddress(relay, defaultStream: .live)
            } catch {
                throw Failure(error)
            }
        }
    }

    /// The streams; all if the text names none.
    ///
    /// - Throws: ``Failure`` if the text is not a valid name.
    var selection: StreamSelection {
        get throws(Failure) {
            let path = text[pathStart...].dropFirst()
            guard !path.isEmpty else { return .below(.empty) }
            do throws(ProtocolError) {
                return try StreamSelection(path)
            } catch {
                throw Failure(.usage, error.reason.sentence(with: "; '*' may stand at the end, as in 'studio/*'"))
            }
        }
    }

    private var pathStart: String.Index {
        let host = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        return text[host...].firstIndex(of: "/") ?? text.endIndex
    }
}
