import ArgumentParser
import Foundation
import StreamCapture
import StreamClient
import Testing

@testable import streamd

@Suite struct StreamsFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "streamd-\(UUID())")

    /// Reads a file with this text.
    private func read(_ text: String, as name: String = "cameras.yaml") throws -> StreamsFile {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("a-token-of-a-camera".utf8).write(to: folder.appending(path: "token"))
        try Data().write(to: folder.appending(path: "film.mp4"))
        let path = folder.appending(path: name)
        try Data(text.utf8).write(to: path)
        return try StreamsFile.read(path.path)
    }

    /// The errors without the folder's name.
    private func errors(_ text: String) throws -> [String] {
        let errors = #expect(throws: SettingsErrors.self) { try read(text) }
        return (errors?.all ?? []).map { $0.description.replacing(folder.path + "/", with: "") }
    }

    @Test func `each stream has its options and those of all`() throws {
        let file = try read(
            """
            to: tls://relay.example.org:7450
            token-file: token
            bitrate: 2M
            streams:
              yard:
                input: /dev/video0
                size: 1280x720
                adaptive: false
              studio/film:
                input: film.mp4
                loop: true
                bitrate: 1M
                encoder-option: [crf=20, "tune=film"]
            """
        )
        let (yard, film) = (
            try PublishOptions(words: file.streams[0].words), try PublishOptions(words: file.streams[1].words)
        )
        #expect(file.streams.map(\.name.description) == ["yard", "studio/film"])
        #expect(try yard.to.address == RelayAddress("tls://relay.example.org:7450/yard"))
        #expect(try film.to.address == RelayAddress("tls://relay.example.org:7450/studio/film"))
        #expect(yard.input == "/dev/video0" && yard.picture.size?.width == 1280 && !yard.live.adaptive && !yard.loop)
        #expect(yard.encoding.bitrate?.bitsPerSecond == 2_000_000 && film.encoding.bitrate?.bitsPerSecond == 1_000_000)
        #expect(film.input == folder.path + "/film.mp4", "a file stands beside the settings")
        #expect(film.loop && film.encoding.encoderOption.count == 2)
        #expect(yard.access.tokenFile == folder.path + "/token")
        #expect(Set(file.versions.keys) == [folder.path + "/token", folder.path + "/cameras.yaml"])
    }

    @Test func `the file may be JSON, and without a relay it is that of this machine`() throws {
        let file = try read(#"{"streams": {"yard": {"input": "test:"}}}"#, as: "cameras.json")
        #expect(try PublishOptions(words: file.streams[0].words).to.address == RelayAddress("127.0.0.1:7450/yard"))
    }

    @Test(arguments: [
        ("", "cameras.yaml: 'streams' takes the names of streams"),
        ("- yard", "cameras.yaml, line 1: the file has no settings; write 'streams:', and below it"),
        (
            "streams:\n  yard:\n    input: test:",
            "cameras.yaml, line 3: the YAML is invalid: mapping values are not allowed in this context; a text with a colon"
        ),
        ("streams: {}", "cameras.yaml, line 1: 'streams' takes the names of streams"),
        ("to: relay.example.org", "cameras.yaml: 'streams' takes the names of streams"),
        ("streams:\n  yard: film", "cameras.yaml, line 2: 'yard' takes options below it"),
        (
            "streams:\n  yard:\n    sise: 640x360",
            "cameras.yaml, line 3: there is no option 'sise' here; did you mean 'size'?"
        ),
        ("streams:\n  yard:\n    config: x", "cameras.yaml, line 3: there is no option 'config' here; "),
        ("streams:\n  yard:\n    size: 641x360", "cameras.yaml, line 3: "),
        (
            "streams:\n  yard:\n    speed: 5000",
            "cameras.yaml, line 3: --speed takes 0, or a number from 0.001 to 1000."
        ),
        ("streams:\n  yard:\n    loop: maybe", "cameras.yaml, line 3: 'loop' takes true or false."),
        ("streams:\n  yard:\n    size: [1, 2]", "cameras.yaml, line 3: 'size' takes a single value."),
        ("streams:\n  yard:\n    input: [a, b]", "cameras.yaml, line 3: 'input' takes a single value."),
        (
            "streams:\n  yard:\n    input: \"-\"",
            "cameras.yaml, line 3: 'input' is '-', but standard input belongs to no stream"
        ),
        (
            "streams:\n  yard:\n    to: a.example.org/yard",
            "cameras.yaml, line 3: 'to' is 'a.example.org/yard'; it takes the relay alone"
        ),
        ("streams:\n  a b:\n    input: film", "cameras.yaml, line 2: "),
        (
            "token-file: nothing\nstreams:\n  yard:\n    input: film",
            "cameras.yaml, line 3: 'yard': Cannot read the token in nothing"
        ),
        ("ca: a.pem\nstreams:\n  yard:\n    pin: sha256:zz", "cameras.yaml, line 4: "),
    ])
    func `an error names its line and what to do`(text: String, expected: String) throws {
        let errors = try errors(text)
        #expect(errors.count == 1 && errors[0].hasPrefix(expected), "\(errors)")
        #expect(errors.allSatisfy { !$0.contains("\n") && $0.count < 400 })
    }

    @Test func `all errors are told, in the order of their lines`() throws {
        let errors = try errors("streams:\n  yard:\n    loop: maybe\n  hall:\n    fps: fast\n    sise: 1x1")
        #expect(
            errors.map { $0.prefix { $0 != ":" } } == [
                "cameras.yaml, line 3", "cameras.yaml, line 5", "cameras.yaml, line 6",
            ]
        )
    }

    @Test func `too many streams are refused`() throws {
        let names = (0...StreamsFile.maximumStreams).map { "  s\($0): {input: \"test:\"}" }
        #expect(try errors("streams:\n" + names.joined(separator: "\n"))[0].contains("at most 256 can be published"))
    }

    @Test func `every option of publish is a key`() {
        let others: Set<String> = ["config", "check-config", "stats", "quiet", "help", "version", "no-adaptive"]
        let help = PublishCommand.helpMessage().matches(of: /^  (?:-., )?--([a-z-]+)/.anchorsMatchLineEndings())
        let options = Set(help.map { String($0.1) }).subtracting(others)
        #expect(options == Set(StreamKey.all.keys).subtracting(["input"]))
    }

    @Test func `options beside the file are refused`() {
        for words in [
            ["test:"], ["--to", "a"], ["--tls"], ["--loop"], ["--stats"], ["--no-adaptive"], ["--bitrate", "1M"],
        ] {
            #expect(throws: (any Error).self) { try PublishCommand.parse(words + ["--config", "cameras.yaml"]) }
        }
        #expect(throws: Never.self) {
            try PublishCommand.parse(["--config", "cameras.yaml", "--check-config", "--quiet"])
        }
        #expect(throws: (any Error).self) { try PublishCommand.parse(["--check-config"]) }
    }
}
