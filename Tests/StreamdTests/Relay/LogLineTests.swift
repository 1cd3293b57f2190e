import Foundation
import Logging
import Testing

@testable import streamd

/// The format of the log.
@Suite struct LogLineTests {
    private static func line(_ message: String, _ metadata: Logger.Metadata = [:]) -> LogLine {
        LogLine(time: "2026-01-02T03:04:05.678Z", level: .notice, message: message, metadata: metadata)
    }

    @Test func `a text line has the message first and then the metadata in order of keys`() {
        #expect(
            Self.line("listening", ["port": "1", "address": "::"]).text(in: .text)
                == "2026-01-02T03:04:05.678Z notice listening address=:: port=1"
        )
    }

    @Test(arguments: [
        ("plain", "plain"), ("[::1]:7450", "[::1]:7450"), ("caf\u{E9}", "caf\u{E9}"), ("", #""""#),
        ("two words", #""two words""#), ("me peer=192.0.2.1:1", #""me peer=192.0.2.1:1""#),
        (#"say "hi"\"#, #""say \"hi\"\\""#), ("right\u{202E}left", #""right\u{202E}left""#),
    ])
    func `a value is one word, whatever a client calls itself`(value: String, shown: String) {
        #expect(
            Self.line("watching", ["client": "\(value)"]).text(in: .text)
                == "2026-01-02T03:04:05.678Z notice watching client=\(shown)"
        )
    }

    @Test func `a JSON line has the metadata as fields`() {
        #expect(
            Self.line("listening", ["port": "1", "all": ["a", ["b": "c"]]]).text(in: .json)
                == #"{"time":"2026-01-02T03:04:05.678Z","level":"notice","message":"listening","#
                + #""metadata":{"all":["a",{"b":"c"}],"port":"1"}}"#
        )
    }

    @Test(arguments: LogFormat.allCases)
    func `a message stays one line, whatever comes from outside`(format: LogFormat) {
        let all = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
        let text = Self.line(all, [all: .string(all)]).text(in: format)
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test func `JSON preserves every character`() throws {
        let all = String(String.UnicodeScalarView((0...0xFFFF).compactMap(Unicode.Scalar.init))) + "😀"
        struct Line: Decodable {
            let message: String
            let metadata: [String: String]
        }
        let text = Self.line(all, ["it": .string(all)]).text(in: .json)
        let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
        #expect(Array(line.message.unicodeScalars) == Array(all.unicodeScalars))
        #expect(line.metadata["it"].map { Array($0.unicodeScalars) } == Array(all.unicodeScalars))
    }

    @Test func `a new level and format apply to existing loggers`() {
        let lines = Lines()
        let log = RelayLog(.text, .notice) { lines.append($0) }
        let logger = log.logger("test")
        logger.info("unseen")
        log.level = .debug
        log.format = .json
        logger.debug("seen")
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("{") == true)
    }
}

/// Collects what is logged.
private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by the lock.
    private var lines: [String] = []

    func append(_ line: String) { lock.withLock { lines.append(line) } }

    var all: [String] { lock.withLock { lines } }
}
