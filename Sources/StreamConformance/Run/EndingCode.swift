/// The error registry of `Protocol.md`. No code is shared with the programs under test, so that a wrong number of theirs
/// cannot hide itself.
package enum EndingCode {
    /// The names in the order of their numbers, which begin anew in each class.
    private static let classes: [[String]] = [
        ["done", "end-of-stream", "draining", "redirect", "replaced"],
        [
            "not-this-protocol", "unsupported-version", "malformed-message", "message-too-long", "unexpected-message",
            "unknown-critical", "handshake-timeout", "silent",
        ],
        [
            "invalid-stream-name", "unauthorized", "forbidden", "stream-not-found", "stream-taken", "role-not-served",
            "dismissed", "encryption-required", "relay-loop",
        ],
        [
            "too-many-connections", "too-many-streams", "too-many-viewers", "rate-exceeded", "too-slow",
            "too-many-from-address", "connecting-too-fast",
        ],
        ["internal-fault", "overloaded"],
    ]

    /// All registered numbers and their names.
    package static let registry = [UInt16: String](
        uniqueKeysWithValues: classes.enumerated().flatMap { highByte, names in
            names.enumerated().map { (UInt16(highByte << 8 | $0), $1) }
        }
    )

    package static func name(_ code: UInt16) -> String { registry[code] ?? "code \(hex(code))" }

    /// The number of a registered name.
    package static func number(_ name: String) -> UInt16? { registry.first { $0.value == name }?.key }
}
