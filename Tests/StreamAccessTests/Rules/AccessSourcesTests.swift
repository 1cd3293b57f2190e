import Foundation
import StreamAccess
import Testing

@Suite struct AccessSourcesTests {
    @Test func allThatIsThereIsRead() async throws {
        try await withFolder { folder in
            let sources = AccessSources(
                tokenFile: try folder.file("tokens", line("a", watch: ["*"]).text),
                tokens: try line("b", admin: true).text + ";" + line("c", publish: ["live"]).text,
                webTokenKeyFile: try folder.file("key.pem", VectorKey.p256, mode: 0o644),
                keySetFile: try folder.file("keys.json", VectorKey.set)
            )
            let (rules, warnings) = try sources.read()
            #expect(rules.tokens.lines.map(\.name) == ["a", "b", "c"])
            #expect(rules.keys.count == 5)
            #expect(warnings == [])
            #expect(sources.files.count == 3)
            #expect(!sources.isEmpty)
        }
        let (rules, warnings) = try AccessSources().read()
        #expect(rules.knowsNoTokens && warnings == [] && AccessSources().isEmpty)
    }

    @Test func filesThatOthersCanReadOrChangeAreWarnedOf() async throws {
        try await withFolder { folder in
            let text = try line("a", watch: ["*"]).text
            for (mode, hints) in [
                (0o600, []), (0o640, []), (0o644, ["chmod o-r"]), (0o660, ["chmod go-w"]),
                (0o666, ["chmod go-w", "chmod o-r"]),
            ] {
                let file = try folder.file("tokens", text, mode: mode)
                let warnings = try AccessSources(tokenFile: file).read().warnings
                #expect(warnings.count == hints.count)
                for (warning, hint) in zip(warnings, hints) { #expect(warning.description.contains(hint)) }
            }
            let secret = try folder.file("secret", VectorKey.secret, mode: 0o644)
            #expect(try AccessSources(webTokenKeyFile: secret).read().warnings.count == 1)
            let set = try folder.file("set", VectorKey.set, mode: 0o644)
            #expect(try AccessSources(keySetFile: set).read().warnings.count == 1)
        }
    }

    @Test func aListWithoutTokensIsWarnedOf() async throws {
        try await withFolder { folder in
            let file = try folder.file("tokens", "# none yet\n")
            let warnings = try AccessSources(tokenFile: file, tokens: " ; ").read().warnings
            #expect(warnings.map(\.source) == [file, "STREAMD_TOKENS"])
        }
    }

    @Test func aMistakeNamesTheFile() async throws {
        try await withFolder { folder in
            let missing = folder.appending(path: "missing").path(percentEncoded: false)
            let long = try folder.file("long", Data(repeating: 0x23, count: (1 << 20) + 1))
            let binary = try folder.file("binary", Data([0xFF, 0xFE, 0x00]))
            let twice = try folder.file("twice", line("a", watch: ["*"]).text)
            let p384 = try folder.file("p384", VectorKey.p384)
            let cases: [(AccessSources, AccessMistake.Kind, String)] = [
                (AccessSources(tokenFile: missing), .unreadable, "\(missing): cannot be read"),
                (AccessSources(keySetFile: missing), .unreadable, "\(missing): cannot be read"),
                (AccessSources(webTokenKeyFile: "/"), .unreadable, "/: cannot be read"),
                (AccessSources(tokenFile: long), .invalid, "\(long): is longer than 1048576 bytes"),
                (AccessSources(tokenFile: binary), .invalid, "\(binary): is not text"),
                (AccessSources(webTokenKeyFile: p384), .invalid, "\(p384): holds a key of kind P-384"),
                (AccessSources(keySetFile: p384), .invalid, "\(p384): is no JSON"),
                (
                    AccessSources(tokenFile: twice, tokens: try line("b", watch: ["*"]).text + ";a sha256=x admin"),
                    .invalid, "STREAMD_TOKENS, line 2, 'sha256': takes"
                ),
                (
                    AccessSources(tokenFile: twice, tokens: try line("a", watch: ["*"]).text),
                    .invalid, "STREAMD_TOKENS, line 1: the name 'a' is there twice"
                ),
            ]
            for (sources, kind, beginning) in cases {
                let mistake = #expect(throws: AccessMistake.self) { try sources.read() }
                #expect(mistake?.kind == kind)
                #expect(mistake?.description.hasPrefix(beginning) == true, "\(String(describing: mistake))")
            }
        }
    }
}
