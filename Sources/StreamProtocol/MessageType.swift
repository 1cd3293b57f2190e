/// The number that tells what a message is.
public struct MessageType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let hello = MessageType(rawValue: 0x0001)
    public static let welcome = MessageType(rawValue: 0x0002)
    public static let tracks = MessageType(rawValue: 0x0003)
    public static let frame = MessageType(rawValue: 0x0004)
    public static let gap = MessageType(rawValue: 0x0005)
    public static let keyFrameRequest = MessageType(rawValue: 0x0006)
    public static let receiverReport = MessageType(rawValue: 0x0007)
    public static let viewerCount = MessageType(rawValue: 0x0008)
    public static let ping = MessageType(rawValue: 0x0009)
    public static let pong = MessageType(rawValue: 0x000A)
    public static let streamState = MessageType(rawValue: 0x000B)
    public static let clockOffset = MessageType(rawValue: 0x000C)
    public static let error = MessageType(rawValue: 0x000D)
    public static let goodbye = MessageType(rawValue: 0x000E)

    /// Set in the type of a message that must not be skipped by a receiver that does not know it.
    public static let criticalBit: UInt16 = 0x8000

    /// Whether a receiver that does not know this type must end the connection.
    public var isCritical: Bool { rawValue & Self.criticalBit != 0 }

    /// Types of the form 0x?A?A with equal digits, which will never mean anything: senders use them to keep receivers
    /// honest about skipping what they do not know.
    public static let grease: [MessageType] = (0...7).map { MessageType(rawValue: 0x0A0A + $0 * 0x1010) }

    /// Whether a side may begin with this, or with a type that is not known here.
    var mayComeFirst: Bool {
        switch self {
        case .tracks, .frame, .gap, .keyFrameRequest, .receiverReport, .viewerCount, .ping, .pong, .streamState,
            .clockOffset:
            false
        default: true
        }
    }

    /// The bytes of body that a message of this type may have; frames have a limit of their own.
    var maximumBodyLength: Int {
        switch self {
        case .hello: Limits.helloLength
        case .tracks: Limits.trackTableLength
        default: Limits.controlLength
        }
    }

    public var description: String {
        switch self {
        case .hello: "hello"
        case .welcome: "welcome"
        case .tracks: "tracks"
        case .frame: "frame"
        case .gap: "gap"
        case .keyFrameRequest: "key frame request"
        case .receiverReport: "receiver report"
        case .viewerCount: "viewer count"
        case .ping: "ping"
        case .pong: "pong"
        case .streamState: "stream state"
        case .clockOffset: "clock offset"
        case .error: "error"
        case .goodbye: "goodbye"
        default: "type 0x" + String(rawValue, radix: 16)
        }
    }
}
