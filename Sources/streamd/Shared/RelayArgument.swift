import ArgumentParser
import StreamClient

/// A relay and stream in user input: `host`, `host:port`, `host:port/stream`.
struct RelayArgument: ExpressibleByArgument, Hashable {
    /// The default relay and stream.
    static let local = RelayArgument(argument: "127.0.0.1:7450/live")

    private let text: String

    init(argument: String) {
        text = argument
    }

    /// - Throws: ``Failure`` if the text is not a valid address.
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
