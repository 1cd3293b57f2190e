import ArgumentParser
import StreamClient

/// A relay and stream as the user writes them: `host`, `host:port`, `host:port/stream`.
struct RelayArgument: ExpressibleByArgument, Hashable {
    /// The relay that `streamd relay` starts, and its usual stream.
    static let local = RelayArgument(argument: "127.0.0.1:7450/live")

    private let text: String

    init(argument: String) {
        text = argument
    }

    /// - Throws: ``Failure`` that says what is wrong with the text.
    var address: RelayAddress {
        get throws(Failure) {
            do throws(ClientError) {
                return try RelayAddress(text)
            } catch {
                throw Failure(error)
            }
        }
    }

    var defaultValueDescription: String { text }
}
