/// The type of a message, as the table in `Protocol.md`, Messages, numbers it.
package struct MessageNumber: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let hello = MessageNumber(rawValue: 1)
    package static let welcome = MessageNumber(rawValue: 2)
    package static let tracks = MessageNumber(rawValue: 3)
    package static let frame = MessageNumber(rawValue: 4)
    package static let gap = MessageNumber(rawValue: 5)
    package static let keyFrameRequest = MessageNumber(rawValue: 6)
    package static let receiverReport = MessageNumber(rawValue: 7)
    package static let viewerCount = MessageNumber(rawValue: 8)
    package static let ping = MessageNumber(rawValue: 9)
    package static let pong = MessageNumber(rawValue: 10)
    package static let streamState = MessageNumber(rawValue: 11)
    package static let clockOffset = MessageNumber(rawValue: 12)
    package static let error = MessageNumber(rawValue: 13)
    package static let goodbye = MessageNumber(rawValue: 14)
    package static let streams = MessageNumber(rawValue: 15)
    package static let arrivals = MessageNumber(rawValue: 16)
    /// A type that this version does not have, without the critical bit.
    package static let unknown = MessageNumber(rawValue: 0x7F31)
    /// A type that this version does not have, with the critical bit.
    package static let critical = MessageNumber(rawValue: 0xFF31)

    /// Numbers that never have a meaning.
    package static let grease: [UInt16] = [0x0A0A, 0x1A1A, 0x2A2A, 0x3A3A, 0x4A4A, 0x5A5A, 0x6A6A, 0x7A7A]

    private static let names = [
        "", "hello", "welcome", "tracks", "frame", "gap", "key frame request", "receiver report", "viewer count",
        "ping", "pong", "stream state", "clock offset", "error", "goodbye", "streams", "arrivals",
    ]

    /// Whether this version has the type.
    package var isKnown: Bool { (1...16).contains(rawValue) }

    package var description: String {
        isKnown ? Self.names[Int(rawValue)] : "type 0x" + String(rawValue, radix: 16)
    }
}

/// The role of a hello.
package enum Role: UInt8, Sendable, CaseIterable {
    case publish = 1
    case subscribe, relay, list
}
