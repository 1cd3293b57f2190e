import ArgumentParser
import NIOHTTP1

/// Flags that name an admin listener.
protocol AdminFlagGroup: ParsableArguments {
    /// - Throws: ``Failure`` if the address is not valid.
    var client: AdminClient { get throws(Failure) }
}

/// A command that makes an admin listener do something.
protocol AdminAction: AsyncParsableCommand {
    associatedtype Admin: AdminFlagGroup

    /// The flags that name the listener.
    var admin: Admin { get }
    /// Where the listener expects the request, which is a POST.
    var path: String { get throws(Failure) }
    /// What is printed when it is done.
    var confirmation: String { get }
}

extension AdminAction {
    func run() async throws {
        try await reportingFailures {
            try await admin.client.perform(.POST, path)
            Terminal.printLine(confirmation)
        }
    }
}
