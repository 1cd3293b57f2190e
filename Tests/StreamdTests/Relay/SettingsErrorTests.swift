import StreamProtocol
import Testing

@testable import streamd

/// Error messages for settings: the place, the value, and the allowed values.
@Suite struct SettingsErrorTests {
    static func errors(
        _ content: String,
        as syntax: SettingsFile.Syntax = .yaml,
        flags: [String: String] = [:],
        environment: [String: String] = [:]
    ) -> [String] {
        do throws(SettingsError) {
            let file = try SettingsFile(content, as: syntax, path: "relay.yaml")
            do throws(SettingsErrors) {
                _ = try SettingsSources(flags: flags, environment: environment).settings(file)
                return []
            } catch {
                return error.all.map(\.description)
            }
        } catch {
            return [error.description]
        }
    }

    @Test(arguments: [
        (
            "# viewers\nmax-viewers: many",
            "relay.yaml, line 2: 'max-viewers' is 'many'; it takes a whole number from 1 to 1000000000."
        ),
        ("max-viewrs: 3", "relay.yaml, line 1: there is no setting 'max-viewrs' here; did you mean 'max-viewers'?"),
        ("MAX_VIEWERS: 3", "relay.yaml, line 1: there is no setting 'MAX_VIEWERS' here; did you mean 'max-viewers'?"),
        ("foo: 3", "relay.yaml, line 1: there is no setting 'foo' here; 'streamd relay --help' lists the settings."),
        (
            "config: other.yaml",
            "relay.yaml, line 1: there is no setting 'config' here; 'streamd relay --help' lists the settings."
        ),
        (
            "open: true\nlisten: nowhere",
            "relay.yaml, line 2: 'listen' is 'nowhere'; it takes host:port, such as 0.0.0.0:7450 or [::]:7450."
        ),
        (
            "allow-origin: [https://a/player, '*']",
            "relay.yaml, line 1: 'allow-origin' is 'https://a/player,*'; it takes origins of web pages without a path, "
                + "such as https://player.example.org, or '*' for every page."
        ),
        (
            "proxy-protocol-from: 10.1.2.3/8",
            "relay.yaml, line 1: 'proxy-protocol-from' is '10.1.2.3/8'; it takes addresses of proxies, or networks such as "
                + "10.0.0.0/8 or 2001:db8::/32 without host bits."
        ),
        (
            "congestion-control: BBR",
            "relay.yaml, line 1: 'congestion-control' is 'BBR'; it takes the name of an algorithm of the kernel, such "
                + "as 'bbr' or 'cubic'."
        ),
        ("allow-origin: {a: b}", "relay.yaml, line 1: 'allow-origin' takes a single value or a list of them."),
        ("log-seconds: [1, 2]", "relay.yaml, line 1: 'log-seconds' takes a single value."),
        ("open: true\nopen: false", "relay.yaml, line 2: the YAML is invalid: the key 'open' is there twice."),
        (
            "max-viewers: 1\n  open: true",
            "relay.yaml, line 2: the YAML is invalid: mapping values are not allowed in this context; a text with a colon at its end needs quotes."
        ),
        ("- open", "relay.yaml, line 1: the file has no settings; write one, such as 'max-viewers: 100'."),
        ("streams: [a]", "relay.yaml, line 1: 'streams' takes patterns of stream names, each with settings below it."),
        (
            "streams:\n  a b: {max-viewers: 1}",
            "relay.yaml, line 2: 'a b' is no pattern of stream names; write one like 'live', 'studio/*' or '*'."
        ),
        (
            "streams:\n  a:\n    max-viewers: 0",
            "relay.yaml, line 3: 'max-viewers' is '0'; it takes a whole number from 1 to 1000000000."
        ),
        (
            "streams:\n  a:\n    listen: 1",
            "relay.yaml, line 3: there is no setting 'listen' here; streams have log-seconds, log-bytes, max-latency, max-viewers, batch of their own."
        ),
        (
            "log-bytes: 1MiB",
            "'log-bytes' (1MiB) must hold at least one frame of 'max-frame-bytes' (8MiB); raise it, or lower 'max-frame-bytes'."
        ),
        ("tls-key: a.pem", "A certificate and its key belong together; give both --tls-certificate and --tls-key."),
        (
            "require-tls: true",
            "'require-tls' needs a certificate; give --tls-certificate and --tls-key, or --tls self-signed."
        ),
        (
            "origin: 'streamd://a'\norigin-ca: ca.pem",
            "'origin-pin' and 'origin-ca' verify certificates, and 'streamd://' asks for connections without TLS; write 'tls://a:7450', or leave the certificates out."
        ),
        (
            "origin: [tls://a, b]\norigin-token-file: token",
            "The token of 'origin-token-file' is not sent to b:7450, because others in the network could read it; write 'tls://b:7450'."
        ),
        (
            "origin-ca: ca.pem",
            "'origin-token-file', 'origin-pin' and 'origin-ca' are for the relays that 'origin' names; name one."
        ),
    ])
    func `an error names file, line, setting and the allowed values`(content: String, message: String) {
        #expect(Self.errors(content) == [message])
    }

    @Test(arguments: [
        "origin: [localhost, 127.0.0.1:1, '[::1]:1', tls://a]\norigin-token-file: token",
        "origin: a\norigin-ca: ca.pem\norigin-token-file: token",
        "origin: ['x=streamd://a', b]\norigin-ca: ca.pem",
    ])
    func `a token that nobody can read and authorities for one of several relays are allowed`(content: String) {
        #expect(Self.errors(content) == [])
    }

    @Test func `authorities that cannot be read are an error at the start`() throws {
        let flags = ["origin": "tls://a", "origin-ca": "/does/not/exist.pem"]
        let origins = try SettingsSources(flags: flags).read().settings.origins
        let errors = #expect(throws: SettingsErrors.self) { try origins.read() }
        #expect(
            errors?.all.map(\.description)
                == ["/does/not/exist.pem cannot be read as certificates of authorities; name a PEM file."]
        )
    }

    private static let long = String(repeating: "x", count: 1_000)
    private static let beginning = String(repeating: "x", count: Quotation.wordLength) + "…"
    private static let quotations: [(String, String)] = [
        (
            #"max-viewers: "a\nb\e[2J""#,
            #"relay.yaml, line 1: 'max-viewers' is 'a\nb\u{1B}[2J'; it takes a whole number from 1 to 1000000000."#
        ),
        (
            "threads: \(long)",
            "relay.yaml, line 1: 'threads' is '\(beginning)'; it takes a whole number from 1 to 256."
        ),
        (
            #""\u202Ebad": 1"#,
            #"relay.yaml, line 1: there is no setting '\u{202E}bad' here; 'streamd relay --help' lists the settings."#
        ),
        (
            "? \(long)\n: 1",
            "relay.yaml, line 1: there is no setting '\(beginning)' here; 'streamd relay --help' lists the settings."
        ),
        (
            "\"a\\tb\": 1\n\"a\\tb\": 2",
            #"relay.yaml, line 1: the YAML is invalid: the key 'a\tb' is there twice."#
        ),
        (
            "streams:\n  \"a\\nb\": {max-viewers: 1}",
            #"relay.yaml, line 2: 'a\nb' is no pattern of stream names; write one like 'live', 'studio/*' or '*'."#
        ),
        (
            "streams:\n  \"a\\rb\": 1",
            #"relay.yaml, line 2: 'a\rb' takes settings below it: log-seconds, log-bytes, max-latency, max-viewers, batch."#
        ),
        (
            #"listen: "a\nb:1""#,
            #"Other machines can reach a\nb:1, so all clients could publish and watch; require tokens with --tokens FILE ('streamd token new' makes tokens), or give --open to allow that."#
        ),
    ]

    @Test(arguments: quotations)
    func `the beginning of a text is quoted, in one line`(content: String, message: String) {
        #expect(Self.errors(content) == [message])
    }

    @Test func `a path is quoted in one line, and not as a whole`() {
        let paths = ["a\nb.yaml", String(repeating: "x/", count: 5_000) + "a.yaml", "a\n.conf"]
        let errors = paths.map { path in
            let error = #expect(throws: SettingsError.self) { try SettingsFile(readingFrom: path) }
            return error?.description ?? ""
        }
        #expect(errors[0] == #"a\nb.yaml does not exist; check the name."#)
        #expect(errors[1].hasPrefix("x/x/x/") && errors[1].count < Quotation.pathLength + 100)
        #expect(errors[2] == #"a\n.conf: the name must end in .yaml, .yml or .json."#)
    }

    @Test func `JSON is distinguished from YAML`() {
        #expect(
            Self.errors("max-viewers: 1", as: .json)
                == [
                    "relay.yaml: the content is YAML and not JSON; rename the file to '.yaml', or quote its keys and texts."
                ]
        )
        #expect(
            Self.errors("{\"open\": true\n\"tls\": 1}", as: .json)
                == ["relay.yaml, line 2: the JSON is invalid: did not find expected ',' or '}'."]
        )
    }

    @Test func `all errors are reported in the order of their lines`() {
        let errors = Self.errors("tls: no\nfoo: 1\nthreads: 0")
        #expect(errors.map { $0.prefix(18) } == ["relay.yaml, line 1", "relay.yaml, line 2", "relay.yaml, line 3"])
    }

    @Test func `flags and variables are called by their names`() {
        #expect(
            Self.errors("", flags: ["threads": "0"]) == ["--threads is '0'; it takes a whole number from 1 to 256."]
        )
        #expect(
            Self.errors("", environment: ["STREAMD_LOG_FORMAT": "xml"])
                == ["STREAMD_LOG_FORMAT is 'xml'; it takes 'text' or 'json'."]
        )
    }

    @Test(arguments: ["listen", "admin"])
    func `an address that other machines reach needs tokens or an explicit permission`(key: String) throws {
        let errors = try #require(Self.errors("\(key): 0.0.0.0:1").first)
        #expect(errors.contains("--tokens FILE") && errors.contains("--open"))
        #expect(Self.errors("\(key): 0.0.0.0:1\nopen: true").isEmpty)
        #expect(Self.errors("\(key): 0.0.0.0:1\ntokens: t").isEmpty)
        #expect(Self.errors("\(key): 0.0.0.0:1", environment: ["STREAMD_TOKENS": "a"]).isEmpty)
        #expect(Self.errors("\(key): '[::1]:1'").isEmpty)
    }

    @Test func `an error on the command line is wrong usage, any other a wrong configuration`() {
        let flag = SettingsError("x", of: .threads, at: .flag)
        let variable = SettingsError("x", of: .threads, at: .environment)
        #expect(SettingsErrors(all: [flag]).failure.status == .usage)
        #expect(SettingsErrors(all: [flag, variable]).failure.status == .configuration)
    }

    @Test(
        arguments: [
            (0, nil), (1, "1 more error is left out."), (480, "480 more errors are left out."),
        ] as [(Int, String?)]
    )
    func `of many errors the first are shown, and the others counted`(excess: Int, last: String?) {
        let count = SettingsErrors.maximum + excess
        let errors = SettingsErrors(all: (1...count).map { SettingsError("Error \($0).") })
        let lines = errors.failure.message.split(separator: "\n").map(String.init)
        let shown = (1...SettingsErrors.maximum).map { $0 == 1 ? "Error 1." : "streamd: Error \($0)." }
        #expect(lines == shown + (last.map { ["streamd: " + $0] } ?? []))
        #expect(errors.all.count == SettingsErrors.maximum && errors.omitted == excess)
        #expect(errors.description.hasSuffix(last ?? "Error \(count)."))
    }

    @Test func `an error that is left out also decides about the exit code`() {
        let flag = SettingsError("x", of: .threads, at: .flag)
        let flags = [SettingsError](repeating: flag, count: SettingsErrors.maximum)
        let variable = SettingsError("x", of: .threads, at: .environment)
        #expect(SettingsErrors(all: flags).failure.status == .usage)
        #expect(SettingsErrors(all: flags + [variable]).failure.status == .configuration)
    }

    @Test func `a file with an error in each line has a bounded text`() throws {
        let content = (1...500).map { "wrong-\($0): 1\n" }.joined()
        let file = try SettingsFile(content, as: .yaml, path: "relay.yaml")
        let errors = #expect(throws: SettingsErrors.self) { try SettingsSources().settings(file) }
        #expect(errors?.all.count == SettingsErrors.maximum)
        #expect(errors?.omitted == 500 - SettingsErrors.maximum)
        #expect(errors?.all.first?.line == 1)
    }
}
