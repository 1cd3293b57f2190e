import Foundation
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamClient
@testable import streamd

/// Flags of the command line in errors: the command line names them, and the libraries do not.
@Suite struct ErrorFlagTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources").standardizedFileURL

    @Test(arguments: [
        "StreamProtocol", "StreamMedia", "StreamClient", "StreamRelay", "StreamAccess", "StreamHTTP", "StreamTLS",
    ])
    func `a library names no flags`(library: String) throws {
        let folder = Self.sources.appending(path: library)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var lines = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                lines += 1
                let isComment = line.drop(while: \.isWhitespace).hasPrefix("//")
                #expect(isComment || !line.contains(/--[a-z]/), "\(file.lastPathComponent): \(line)")
            }
        }
        #expect(lines > 0)
    }

    @Test func `the command line names the flags that help`() throws {
        let address = try RelayAddress("relay.example.org/cam")
        let unknown = ClientError.tls(.untrusted(nil), address, ClientSecurity())
        #expect(Failure(unknown).message == unknown.reason.dropLast() + " (see --pin and --ca).")
        let clear = Failure(ClientError.tokenInClear(address)).message
        #expect(clear.hasSuffix("or allow tokens in clear (see --allow-clear-token)."))
        let refused = ClientError(Ending(.unauthorized, "This relay asks for a token; show one."))
        #expect(Failure(refused) == Failure(.refused, "This relay asks for a token; show one (see --token-file)."))
        let taken = ClientError(Ending(.streamTaken, "Another client publishes 'live'; choose another name."))
        let advice =
            "Another client publishes 'live'; choose another name (the name is a part of --to, as in HOST:PORT/NAME)."
        #expect(PublishCommand.failure(taken) as? Failure == Failure(.refused, advice))
        #expect(Failure(taken).message == taken.reason, "the name of one of several streams is a key of their file")
        let full = ClientError(Ending(.overloaded, "Too busy."))
        #expect(Failure(full) == Failure(.unavailable, "Too busy."))
    }
}
