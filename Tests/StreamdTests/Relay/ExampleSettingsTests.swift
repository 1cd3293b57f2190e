#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import StreamAccess
import StreamProtocol
import StreamRelay
import Testing

@testable import streamd

/// The settings file for new users: `docs/relay.example.yaml`.
@Suite struct ExampleSettingsTests {
    private static let path =
        #filePath.replacing("Tests/StreamdTests/Relay/ExampleSettingsTests.swift", with: "")
        + "docs/relay.example.yaml"

    @Test func `the example can be used as it is`() throws {
        let settings = try SettingsSources(flags: ["config": Self.path]).read().settings
        #expect(settings.access.tokensFile?.hasSuffix("/docs/tokens.txt") == true)
        #expect(settings.relay.settings(for: try StreamName("studio/main")).viewers == 5000)
        #expect(settings.relay.settings(for: try StreamName("studio/side")).viewers == 100)
    }

    /// The settings in the file's comments, each as a file of its own.
    private static func shown() throws -> [SettingsFile] {
        try WholeFile.text(at: path).split(separator: "\n").compactMap { line in
            guard line.hasPrefix("#"), let letter = line.dropFirst().first, letter.isLetter else { return nil }
            return try SettingsFile(String(line.dropFirst()), as: .yaml, path: "example")
        }
    }

    @Test func `the example shows every setting`() throws {
        let keys = try Self.shown().flatMap(\.entries.keys) + ["tokens"]
        #expect(Set(keys) == Set(Setting.fileKeys))
        #expect(keys.count == Setting.fileKeys.count)
    }

    @Test func `the example shows the real defaults`() throws {
        let examples: Set = [
            "threads", "tls-certificate", "tls-key", "tls", "jwt-key", "jwks", "allow-origin", "max-bytes-per-second",
            "max-bytes-per-second-per-address", "memory", "proxy-protocol-from", "origin", "origin-token-file",
            "origin-pin", "origin-ca", "redirect", "cluster", "advertise", "cluster-token-file", "cluster-user",
            "cluster-password-file", "cluster-ca", "cluster-certificate", "cluster-key", "congestion-control",
        ]
        for file in try Self.shown() where examples.isDisjoint(with: file.entries.keys) {
            #expect(try SettingsSources().settings(file) == RelaySettings(), "\(file.entries.keys)")
        }
    }
}
