import ArgumentParser
import Foundation
import StreamAccess
import StreamProtocol
import StreamRelay
import Testing

@testable import streamd

/// A client's token and a relay's list of tokens: two files, which are easily confused.
@Suite struct TokenFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID())")

    /// A list with one line, and the file with its token, as 'streamd token new' makes them.
    private func makeFiles() async throws -> (list: String, token: String) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let list = folder.appending(path: "tokens").path
        let token = folder.appending(path: "studio.token").path
        try await TokenNewCommand.parse(["--name", "studio", "--publish", "*", "--to", list, "-o", token]).run()
        return (list, token)
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    @Test func `both files are for their owner only, and hold what each of the programs takes`() async throws {
        defer { remove() }
        let (list, token) = try await makeFiles()
        for path in [list, token] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(path)")
        }
        let secret = try #require(try TokenOptions.token(in: token))
        let rules = try AccessSources(tokensFile: list).read().rules
        #expect(try await rules.verify(secret, at: Date()).permissions.bearer == "studio")
    }

    @Test func `a token replaces no file, and a list that cannot be extended leaves no token`() async throws {
        defer { remove() }
        let (list, token) = try await makeFiles()
        let before = try String(contentsOfFile: token, encoding: .utf8)
        let other = folder.appending(path: "other.token").path
        for arguments in [["--name", "b", "-o", token], ["--name", "studio", "-o", other]] {
            await #expect(throws: (any Error).self) {
                try await TokenNewCommand.parse(arguments + ["--publish", "*", "--to", list]).run()
            }
        }
        #expect(try String(contentsOfFile: token, encoding: .utf8) == before)
        #expect(!FileManager.default.fileExists(atPath: other))
        #expect(try AccessSources(tokensFile: list).read().rules.tokens.lines.count == 1)
    }

    @Test func `a client refuses a relay's list`() async throws {
        defer { remove() }
        let (list, _) = try await makeFiles()
        let commented = folder.appending(path: "commented").path
        try ("# cameras\n\n" + String(contentsOfFile: list, encoding: .utf8))
            .write(toFile: commented, atomically: true, encoding: .utf8)
        for path in [list, commented] {
            let failure = #expect(throws: Failure.self) { try TokenOptions.token(in: path) }
            #expect(failure?.status == .usage)
            #expect(failure?.message.hasPrefix("\(path) is a relay's list of tokens, which") == true)
        }
    }

    @Test func `a relay refuses a client's token`() async throws {
        defer { remove() }
        let (_, token) = try await makeFiles()
        let own = folder.appending(path: "own").path
        try "my-own-token-of-long-standing\n".write(toFile: own, atomically: true, encoding: .utf8)
        for (path, sentence) in [
            (token, "this is a client's token, and"), (own, "this is one word, like a client's token;"),
        ] {
            let error = #expect(throws: AccessConfigurationError.self) { try AccessSources(tokensFile: path).read() }
            #expect(error?.sentence.contains(sentence) == true, "\(String(describing: error))")
        }
    }
}
