import StreamAccess
import StreamProtocol
import TestSupport
import Testing

@Suite struct AccessSourcesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `tokens and keys of every source are read`() throws {
        let sources = AccessSources(
            tokensFile: try folder.write(line("a", watch: ["*"]).text, to: "tokens"),
            tokens: try line("b", admin: true).text + ";" + line("c", publish: ["live"]).text,
            webTokenKeyFile: try folder.write(VectorKey.p256, to: "key.pem", mode: 0o644),
            keySetFile: try folder.write(VectorKey.set, to: "keys.json")
        )
        let (rules, warnings) = try sources.read()
        #expect(rules.tokens.lines.map(\.name) == ["a", "b", "c"])
        #expect(rules.keys.count == 5)
        #expect(warnings == [])
        #expect(sources.files.count == 3)
        #expect(!sources.isEmpty)
        let none = try AccessSources().read()
        #expect(none.rules.hasNoTokens && none.warnings == [] && AccessSources().isEmpty)
    }

    @Test func `files that others can read or change are warned of`() throws {
        let text = try line("a", watch: ["*"]).text
        for (mode, hints) in [
            (0o600, []), (0o640, []), (0o644, ["chmod o-r"]), (0o660, ["chmod go-w"]),
            (0o666, ["chmod go-w", "chmod o-r"]),
        ] {
            let file = try folder.write(text, to: "tokens", mode: mode)
            let warnings = try AccessSources(tokensFile: file).read().warnings
            #expect(warnings.count == hints.count)
            for (warning, hint) in zip(warnings, hints) { #expect(warning.description.contains(hint)) }
        }
        let secret = try folder.write(VectorKey.secret, to: "secret", mode: 0o644)
        #expect(try AccessSources(webTokenKeyFile: secret).read().warnings.count == 1)
        let set = try folder.write(VectorKey.set, to: "set", mode: 0o644)
        #expect(try AccessSources(keySetFile: set).read().warnings.count == 1)
    }

    @Test func `a list without tokens is warned of`() throws {
        let file = try folder.write("# none yet\n", to: "tokens")
        let warnings = try AccessSources(tokensFile: file, tokens: " ; ").read().warnings
        #expect(warnings.map(\.source) == [file, "STREAMD_TOKENS"])
    }

    @Test func `a path is quoted in one line, and not as a whole`() throws {
        let folder = folder.path("")
        let broken = #expect(throws: AccessConfigurationError.self) {
            try AccessSources(tokensFile: folder + "a\nb\u{1B}[2J").read()
        }
        #expect(broken?.description.hasPrefix(folder + #"a\nb\u{1B}[2J: cannot be read"#) == true)
        let long = #expect(throws: AccessConfigurationError.self) {
            try AccessSources(tokensFile: folder + String(repeating: "x", count: 10_000)).read()
        }
        let description = long?.description ?? ""
        #expect(description.contains("x…: cannot be read") && description.count < Quotation.pathLength + 200)
        let file = try self.folder.write("# none yet\n", to: "no\ntoken")
        let warnings = try AccessSources(tokensFile: file).read().warnings
        #expect(warnings.count == 1)
        #expect(warnings.first?.description.contains("\n") == false)
    }

    @Test func `an error names the file`() throws {
        let missing = folder.path("missing")
        let long = try folder.write([UInt8](repeating: 0x23, count: (1 << 20) + 1), to: "long")
        let binary = try folder.write([0xFF, 0xFE, 0x00] as [UInt8], to: "binary")
        let twice = try folder.write(line("a", watch: ["*"]).text, to: "twice")
        let p384 = try folder.write(VectorKey.p384, to: "p384")
        let cases: [(AccessSources, AccessConfigurationError.Kind, String)] = [
            (AccessSources(tokensFile: missing), .unreadable, "\(missing): cannot be read"),
            (AccessSources(keySetFile: missing), .unreadable, "\(missing): cannot be read"),
            (AccessSources(webTokenKeyFile: "/"), .unreadable, "/: cannot be read"),
            (AccessSources(tokensFile: long), .invalid, "\(long): is longer than 1048576 bytes"),
            (AccessSources(tokensFile: binary), .invalid, "\(binary): is not text"),
            (AccessSources(webTokenKeyFile: p384), .invalid, "\(p384): holds a key of kind P-384"),
            (AccessSources(keySetFile: p384), .invalid, "\(p384): is no JSON"),
            (
                AccessSources(tokensFile: twice, tokens: try line("b", watch: ["*"]).text + ";a sha256=x admin"),
                .invalid, "STREAMD_TOKENS, line 2, 'sha256': takes"
            ),
            (
                AccessSources(tokensFile: twice, tokens: try line("a", watch: ["*"]).text),
                .invalid, "STREAMD_TOKENS, line 1: the name 'a' is there twice"
            ),
        ]
        for (sources, kind, beginning) in cases {
            let mistake = #expect(throws: AccessConfigurationError.self) { try sources.read() }
            #expect(mistake?.kind == kind)
            #expect(mistake?.description.hasPrefix(beginning) == true, "\(String(describing: mistake))")
        }
    }
}
