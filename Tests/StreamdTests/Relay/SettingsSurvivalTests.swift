import TestSupport
import Testing

/// Settings files with random damage, the same in every run.
@Suite struct SettingsSurvivalTests {
    private static let files = [
        """
        "listen": "0.0.0.0:7450"
        "open": "true"
        "threads": "4"
        "tls": "self-signed"
        "tokens": "tokens.txt"
        "allow-origin": ["https://player.example.org", "http://127.0.0.1:8000"]
        "max-viewers": "100"
        "streams":
          "studio/main": {"max-viewers": "10", "log-seconds": "30s"}
          "studio/*": {"max-latency": "500ms"}
        """,
        """
        listen: 127.0.0.1:7450
        log-level: info
        memory: 512MiB
        max-latency: 2s
        streams:
          studio/main:
            log-seconds: 30s
          studio/*: {batch: 50ms}
        """,
        #"{"open": true, "admin": "off", "log-bytes": "64MiB", "streams": {"a/*": {"max-viewers": 3}}}"#,
    ]
    /// Text that makes other text invalid, several lines or long, as it is or by the escapes of YAML.
    private static let pieces = [
        "\\n", "\\r\\n", "\\e[2J", "\\0", "\\u202E", "\\u2029", "\u{301}", "\u{2028}", "\n", "\"", "'", ": ", "- ", "日",
        String(repeating: "x", count: 300), String(repeating: "\u{301}", count: 300),
    ]

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `errors in damaged files are short lines`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var errors: [String] = []
        var accepted = 0
        for _ in 0..<1_000 {
            let found = SettingsErrorTests.errors(Self.damagedFile(using: &random))
            errors += found
            if found.isEmpty { accepted += 1 }
        }
        #expect(errors.filter { !Self.isShortLine($0) } == [])
        // Some files are as good as before, and some errors quote what is long or unprintable.
        #expect(accepted > 0)
        #expect(errors.contains { $0.contains("…") })
        #expect(errors.contains { $0.contains(#"\u{1B}[2J"#) })
    }

    private static func damagedFile(using random: inout SeededGenerator) -> String {
        var bytes = Array((files.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let piece = pieces.randomElement(using: &random) ?? ""
            bytes.insert(contentsOf: piece.utf8, at: Int.random(in: 0...bytes.count, using: &random))
        }
        if Bool.random(using: &random) { bytes = bytes.mutated(using: &random) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Longer than the longest sentence with a quotation in which every character is escaped.
    private static let maximumLength = 1_024

    private static func isShortLine(_ error: String) -> Bool {
        error.utf8.count <= maximumLength
            && error.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }
}
