import ArgumentParser
import StreamClient
import StreamProtocol

/// A relay and stream in user input: `host`, `host:port`, `host:port/stream`.
struct RelayArgument: ExpressibleByArgument, Hashable {
    /// The default relay and stream.
    static let local = RelayArgument(argument: "127.0.0.1:7450/live")

    /// The default relay, for commands that need no stream.
    static let relay = RelayArgument(argument: "127.0.0.1:7450")

    private let text: String

    init(argument: String) {
        text = argument
    }

    /// - Throws: ``Failure`` if the text is not a valid address.
    var address: RelayAddress {
        get throws(Failure) { try address(defaultStream: .live) }
    }

    /// The relay, and the name below which streams are listed; `.empty` if the text has no name.
    ///
    /// - Throws: ``Failure`` if the text is not a valid address.
    var folder: RelayAddress {
        get throws(Failure) { try address(defaultStream: .empty) }
    }

    private func address(defaultStream: StreamName) throws(Failure) -> RelayAddress {
        do throws(ClientError) {
            return try RelayAddress(text, defaultStream: defaultStream)
        } catch {
            throw Failure(error)
        }
    }

    var defaultValueDescription: String { text }
}
