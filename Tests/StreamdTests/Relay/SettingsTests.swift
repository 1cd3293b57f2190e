import ArgumentParser
import Foundation
import NIOCore
import StreamAccess
import StreamHTTP
import StreamProtocol
import StreamRelay
import Testing

@testable import streamd

/// The sources of settings, and their combination.
@Suite struct SettingsTests {
    private static func read(
        _ content: String = "",
        flags: [String: String] = [:],
        environment: [String: String] = [:],
        as syntax: SettingsFile.Syntax = .yaml
    ) throws -> RelaySettings {
        let file = try SettingsFile(content, as: syntax, path: "/etc/streamd/relay.yaml")
        return try SettingsSources(flags: flags, environment: environment).settings(file)
    }

    @Test func `without settings everything has its default`() throws {
        #expect(try SettingsSources().read().settings == RelaySettings())
    }

    @Test func `flags win over the environment, and the environment over the file`() throws {
        let settings = try Self.read(
            "max-viewers: 1\nmax-streams: 1\nmax-connections: 1",
            flags: ["max-viewers": "3"],
            environment: ["STREAMD_MAX_VIEWERS": "2", "STREAMD_MAX_STREAMS": "2"]
        )
        #expect(settings.relay.stream.viewers == 3)
        #expect(settings.relay.limits.all.streams == 2)
        #expect(settings.relay.limits.all.connections == 1)
    }

    @Test func `an empty variable sets nothing`() throws {
        #expect(try Self.read("max-viewers: 1", environment: ["STREAMD_MAX_VIEWERS": ""]).relay.stream.viewers == 1)
    }

    @Test func `a flag can revert a setting of the file`() throws {
        #expect(try Self.read("open: true", flags: ["open": "false"]).open == false)
    }

    @Test func `every setting is a flag`() {
        let help = RelayCommand.helpMessage(columns: 200)
        for key in Setting.all.map(\.key) { #expect(help.contains("--\(key)")) }
    }

    @Test(arguments: Setting.all.map(\.key))
    func `every setting can be given in a file, a variable and a flag`(key: String) throws {
        let value = try #require(Self.examples[key], "The table has a setting that this test does not know.")
        // Settings that need each other, and a relay that is closed by default.
        var others: [String: String] = [:]
        if key == "tls-certificate" { others["tls-key"] = "/key.pem" }
        if key == "tls-key" { others["tls-certificate"] = "/certificate.pem" }
        if key == "require-tls" { others["tls"] = "self-signed" }
        if key.hasPrefix("origin-") || key == "redirect" { others["origin"] = "tls://a.example" }
        if key == "proxy-protocol-optional" { others["proxy-protocol-from"] = "10.0.0.0/8" }
        if key.hasPrefix("cluster-") {
            others.merge(["cluster": "etcds://a.example:2379", "advertise": "tls://a.example:7450"]) { $1 }
        }
        for pair in Self.clusterPairs where pair.contains(key) {
            for other in pair where other != key { others[other] = Self.examples[other] }
        }
        let isPaired = key.hasPrefix("tls-") || Self.clusterPairs.contains { $0.contains(key) }
        let byFlag = try Self.read(flags: others.merging([key: value]) { $1 })
        let variable = try #require(Setting.all.first { $0.key == key }).variable
        let byVariable = try Self.read(flags: others, environment: [variable: value])
        let byFile = try Self.read("\(key): \(value)", flags: others)
        #expect(byFlag != (try Self.read(flags: isPaired ? [:] : others)))
        #expect(byVariable == byFlag)
        #expect(byFile == byFlag)
    }

    private static let clusterPairs = [
        ["cluster", "advertise"], ["cluster-user", "cluster-password-file"], ["cluster-certificate", "cluster-key"],
    ]

    private static let examples = [
        "listen": "127.0.0.1:1", "open": "true", "admin": "off", "threads": "3", "tls-certificate": "/certificate.pem",
        "tls-key": "/key.pem", "tls": "self-signed", "require-tls": "yes", "tokens": "/tokens", "jwt-key": "/jwt",
        "jwks": "/jwks", "allow-clear-tokens": "true", "allow-origin": "https://player.example.org",
        "proxy-protocol-from": "10.0.0.0/8", "proxy-protocol-optional": "true", "redirect": "studio/*, live",
        "log-format": "json", "log-level": "debug",
        "max-connections": "7", "max-connections-per-address": "7", "max-connections-per-second": "7",
        "max-connections-per-second-per-address": "7", "max-streams": "7", "max-streams-per-address": "7",
        "max-bytes-per-second": "4MB", "max-bytes-per-second-per-address": "4MB", "memory": "64MiB",
        "max-frame-bytes": "1MiB",
        "handshake-timeout": "3s", "ping-interval": "500ms", "drain-notice": "2s", "log-seconds": "30s",
        "log-bytes": "16MiB",
        "max-latency": "500ms", "max-viewers": "7", "batch": "50ms", "fan-out": "send",
        "congestion-control": "bbr",
        "origin": "studio/*=tls://a.example:7450", "origin-token-file": "/token", "origin-ca": "/authorities.pem",
        "origin-pin": "sha256:" + String(repeating: "0", count: 64),
        "cluster": "etcds://c.example:2379", "advertise": "tls://c.example:7450", "cluster-token-file": "/token",
        "cluster-user": "streamd", "cluster-password-file": "/password", "cluster-ca": "/authorities.pem",
        "cluster-certificate": "/certificate.pem", "cluster-key": "/key.pem", "cluster-prefix": "/studio/",
    ]

    @Test func `JSON means the same as YAML`() throws {
        let json = #"{"max-viewers": 100, "open": true, "log-seconds": 2.5, "streams": {"a/*": {"max-viewers": 3}}}"#
        let yaml = "max-viewers: 100\nopen: true\nlog-seconds: 2.5\nstreams:\n  a/*:\n    max-viewers: 3\n"
        #expect(try Self.read(json, as: .json) == Self.read(yaml))
    }

    @Test func `streams with settings of their own keep the rest, and the first pattern counts`() throws {
        let settings = try Self.read(
            """
            max-latency: 1s
            streams:
              studio/main: {max-viewers: 10}
              studio/*: {max-viewers: 5, log-seconds: 30s}
            """
        )
        let main = settings.relay.settings(for: try StreamName("studio/main"))
        #expect(main.viewers == 10)
        #expect(main.maximumLatency == .seconds(1))
        #expect(main.logDuration == RelayConfiguration().stream.logDuration)
        #expect(settings.relay.settings(for: try StreamName("studio/b")).viewers == 5)
        #expect(settings.relay.settings(for: try StreamName("lobby")).viewers == RelayConfiguration().stream.viewers)
    }

    @Test func `a relative path starts at the file that contains it`() throws {
        #expect(try Self.read("tokens: tokens").access.tokensFile == "/etc/streamd/tokens")
        #expect(try Self.read(flags: ["tokens": "tokens"]).access.tokensFile == "tokens")
    }

    @Test func `several values can be a list or separated by commas`() throws {
        let both = AllowedOrigins(list: "https://a.example.org,http://b:8080")
        #expect(both != nil)
        for content in [
            "allow-origin: [https://a.example.org, 'http://b:8080']",
            "allow-origin:\n- http://B:8080\n- https://a.example.org:443",
            "allow-origin: https://a.example.org, http://b:8080",
        ] {
            #expect(try Self.read(content).allowedOrigins == both)
        }
        #expect(try Self.read("allow-origin: '*'").allowedOrigins == .anyOrigin)
        #expect(try RelayFlags.parse(["--allow-origin", "a", "--allow-origin", "b"]).values["allow-origin"] == "a,b")
        let networks = try Self.read("proxy-protocol-from: [10.0.0.0/8, '2001:db8::1']").relay.proxyNetworks
        #expect(networks.map(\.description) == ["10.0.0.0/8", "2001:db8::1"])
        #expect(try Self.read("proxy-protocol-from: 10.0.0.0/8, 2001:db8::1").relay.proxyNetworks == networks)
    }

    @Test func `patterns of redirects can be a list or repeated`() throws {
        let origin = "origin: b.example\n"
        let patterns = try Self.read(origin + "redirect: [studio/*, live]").relay.redirectedStreams
        #expect(patterns.map(\.description) == ["studio/*", "live"])
        #expect(try Self.read(origin + "redirect: 'studio/*,live'").relay.redirectedStreams == patterns)
        #expect(try RelayFlags.parse(["--redirect", "a", "--redirect", "b/*"]).values["redirect"] == "a,b/*")
        #expect(throws: SettingsErrors.self) { try Self.read(origin + "redirect: 'studio//*'") }
    }

    @Test(arguments: [
        (
            "redirect: '*'",
            "'redirect' sends clients to the relays that 'origin' or 'cluster' names; give one of the two."
        ),
        (
            "proxy-protocol-optional: true",
            "'proxy-protocol-optional' is for the networks of 'proxy-protocol-from'; name one."
        ),
    ])
    func `a setting without what it needs is refused`(content: String, message: String) throws {
        let errors = #expect(throws: SettingsErrors.self) { try Self.read(content) }
        #expect(errors?.description == message)
    }

    @Test func `tokens can come from the environment`() throws {
        #expect(try Self.read(environment: ["STREAMD_TOKENS": "a; b"]).access.tokens == "a; b")
        #expect(try Self.read(environment: ["STREAMD_TOKENS": ""]).access.isEmpty)
    }

    @Test func `the relay listens on an inherited socket`() throws {
        var sources = SettingsSources(flags: ["listen": "127.0.0.1:1", "open": "true"])
        sources.inherited.relay = ListenAddress(host: "0.0.0.0", port: 2)
        #expect(try sources.read().settings.listen.description == "0.0.0.0:2")
        sources.flags["open"] = nil
        #expect(throws: SettingsErrors.self) { try sources.read() }
    }
}

/// The names that settings had before.
@Suite struct EarlierNameTests {
    private static func read(_ sources: SettingsSources, file: String = "") throws -> (String?, [String]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID()).yaml")
        defer { try? FileManager.default.removeItem(at: folder) }
        try (file + "\nopen: false").write(to: folder, atomically: true, encoding: .utf8)
        var sources = sources
        sources.flags["config"] = folder.path
        let result = try sources.read()
        return (
            result.settings.access.tokensFile, result.warnings.map { $0.replacing(folder.path, with: "relay.yaml") }
        )
    }

    @Test func `an earlier name sets the same, with a warning`() throws {
        let end = ", and the next version refuses it; rename it."
        for (sources, file, warning) in [
            (SettingsSources(flags: ["token-file": "/a"]), "", "--token-file is the earlier name of --tokens"),
            (
                SettingsSources(environment: ["STREAMD_TOKEN_FILE": "/a"]), "",
                "STREAMD_TOKEN_FILE is the earlier name of STREAMD_TOKENS_FILE"
            ),
            (
                SettingsSources(), "admin: off\ntoken-file: /a",
                "relay.yaml, line 2: 'token-file' is the earlier name of 'tokens'"
            ),
        ] {
            let (tokens, warnings) = try Self.read(sources, file: file)
            #expect(tokens == "/a")
            #expect(warnings == [warning + end])
        }
    }

    @Test func `an earlier name counts less than today's in the same place, and more than the file's`() throws {
        let flags = ["token-file": "/old", "tokens": "/new"]
        #expect(try Self.read(SettingsSources(flags: flags)).0 == "/new")
        #expect(try Self.read(SettingsSources(), file: "tokens: /new\ntoken-file: /old").0 == "/new")
        #expect(try Self.read(SettingsSources(flags: ["token-file": "/flag"]), file: "tokens: /file").0 == "/flag")
    }

    @Test func `today's name needs no warning, and STREAMD_TOKENS are lines`() throws {
        let sources = SettingsSources(environment: ["STREAMD_TOKENS": "lines", "STREAMD_TOKENS_FILE": "/list"])
        let (tokens, warnings) = try Self.read(sources, file: "tokens: /file")
        #expect(tokens == "/list")
        #expect(warnings.isEmpty)
    }

    @Test func `the command line takes the earlier flag`() throws {
        #expect(try RelayFlags.parse(["--token-file", "a"]).values == ["token-file": "a"])
    }
}
