import Testing

@testable import streamd

/// What is said of settings that are wrong: where it stands, what it is, and what is allowed.
@Suite struct SettingsMistakeTests {
    private static func mistakes(
        _ content: String,
        as syntax: SettingsFile.Syntax = .yaml,
        flags: [String: String] = [:],
        environment: [String: String] = [:]
    ) -> [String] {
        do throws(SettingsMistake) {
            let file = try SettingsFile(content, as: syntax, path: "relay.yaml")
            do throws(SettingsMistakes) {
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
        ("foo: 3", "relay.yaml, line 1: there is no setting 'foo' here; 'streamd relay --help' lists what there is."),
        (
            "config: other.yaml",
            "relay.yaml, line 1: there is no setting 'config' here; 'streamd relay --help' lists what there is."
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
            "relay.yaml, line 1: 'proxy-protocol-from' is '10.1.2.3/8'; it takes addresses of proxies, or networks like "
                + "10.0.0.0/8 or 2001:db8::/32 without bits behind their length."
        ),
        ("allow-origin: {a: b}", "relay.yaml, line 1: 'allow-origin' takes a single value or a list of them."),
        ("log-seconds: [1, 2]", "relay.yaml, line 1: 'log-seconds' takes a single value."),
        ("open: true\nopen: false", "relay.yaml, line 2: this is not right YAML: 'open' stands there twice."),
        (
            "max-viewers: 1\n  open: true",
            "relay.yaml, line 2: this is not right YAML: mapping values are not allowed in this context."
        ),
        ("- open", "relay.yaml, line 1: there are no settings here; write 'max-viewers: 100', say."),
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
        ("log-bytes: 1MiB", "'log-bytes' (1MiB) must hold at least one frame of 'max-frame-bytes' (8MiB)."),
        ("tls-key: a.pem", "A certificate and its key belong together; give both --tls-certificate and --tls-key."),
        (
            "require-tls: true",
            "'require-tls' needs a certificate; give --tls-certificate and --tls-key, or --tls self-signed."
        ),
    ])
    func `Names file, line, setting and what is allowed`(content: String, sentence: String) {
        #expect(Self.mistakes(content) == [sentence])
    }

    @Test func `JSON is told from YAML`() {
        #expect(
            Self.mistakes("max-viewers: 1", as: .json)
                == ["relay.yaml: this is not JSON but YAML; call it '.yaml', or quote its keys and texts."]
        )
        #expect(
            Self.mistakes("{\"open\": true\n\"tls\": 1}", as: .json)
                == ["relay.yaml, line 2: this is not right JSON: did not find expected ',' or '}'."]
        )
    }

    @Test func `All mistakes are said, in the order of their lines`() {
        let said = Self.mistakes("tls: no\nfoo: 1\nthreads: 0")
        #expect(said.map { $0.prefix(18) } == ["relay.yaml, line 1", "relay.yaml, line 2", "relay.yaml, line 3"])
    }

    @Test func `Flags and variables are called by their names`() {
        #expect(
            Self.mistakes("", flags: ["threads": "0"]) == ["--threads is '0'; it takes a whole number from 1 to 256."]
        )
        #expect(
            Self.mistakes("", environment: ["STREAMD_LOG_FORMAT": "xml"])
                == ["STREAMD_LOG_FORMAT is 'xml'; it takes 'text' or 'json'."]
        )
    }

    @Test(arguments: ["listen", "admin"])
    func `Beyond this machine one must say who may, or that everybody may`(key: String) throws {
        let said = try #require(Self.mistakes("\(key): 0.0.0.0:1").first)
        #expect(said.contains("--token-file FILE") && said.contains("--open"))
        #expect(Self.mistakes("\(key): 0.0.0.0:1\nopen: true").isEmpty)
        #expect(Self.mistakes("\(key): 0.0.0.0:1\ntoken-file: t").isEmpty)
        #expect(Self.mistakes("\(key): 0.0.0.0:1", environment: ["STREAMD_TOKENS": "a"]).isEmpty)
        #expect(Self.mistakes("\(key): '[::1]:1'").isEmpty)
    }

    @Test func `Mistakes on the command line are wrong usage, others a wrong configuration`() {
        let flag = SettingsMistake("x", of: .threads, at: .flag)
        let variable = SettingsMistake("x", of: .threads, at: .environment)
        #expect(SettingsMistakes(all: [flag]).failure.status == .usage)
        #expect(SettingsMistakes(all: [flag, variable]).failure.status == .configuration)
    }
}
