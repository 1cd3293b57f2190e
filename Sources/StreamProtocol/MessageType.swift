/// The number in a message header that says what the message is (`Protocol.md`, Messages).
public struct MessageType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number on the wire.
    public let rawValue: UInt16

    /// Any number. Types that are not named here are skipped, or end the connection if they are critical.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// What a client wants: ``Hello``.
    public static let hello = MessageType(rawValue: 0x0001)
    /// The relay accepts a hello: ``Welcome``.
    public static let welcome = MessageType(rawValue: 0x0002)
    /// What the tracks contain: ``TrackTable``.
    public static let tracks = MessageType(rawValue: 0x0003)
    /// A frame: ``Frame``.
    public static let frame = MessageType(rawValue: 0x0004)
    /// Frames that will not come: ``Gap``.
    public static let gap = MessageType(rawValue: 0x0005)
    /// A random access point is needed: ``KeyFrameRequest``.
    public static let keyFrameRequest = MessageType(rawValue: 0x0006)
    /// How well a viewer receives: ``ReceiverReport``.
    public static let receiverReport = MessageType(rawValue: 0x0007)
    /// How many viewers a stream has: ``ViewerCount``.
    public static let viewerCount = MessageType(rawValue: 0x0008)
    /// Is the other side alive, and what is its time: ``Ping``.
    public static let ping = MessageType(rawValue: 0x0009)
    /// The answer to a ping: ``Pong``.
    public static let pong = MessageType(rawValue: 0x000A)
    /// Whether the stream has a publisher: ``StreamState``.
    public static let streamState = MessageType(rawValue: 0x000B)
    /// How far the publisher's clock is from the relay's: ``ClockOffset``.
    public static let clockOffset = MessageType(rawValue: 0x000C)
    /// The connection ends, because of a fault: ``Ending``.
    public static let error = MessageType(rawValue: 0x000D)
    /// The connection ends, without a fault: ``Ending``.
    public static let goodbye = MessageType(rawValue: 0x000E)
    /// Streams that may be watched: ``StreamList``.
    public static let streams = MessageType(rawValue: 0x000F)
    /// When frames came to a relay; to relays that take the stream from it: ``Arrivals``.
    public static let arrivals = MessageType(rawValue: 0x0010)

    /// The bit of a type, or of an option's number, that forbids a receiver to skip what it does not know.
    public static let criticalBit: UInt16 = 0x8000

    /// Whether a receiver that does not know this type must end the connection.
    public var isCritical: Bool { rawValue & Self.criticalBit != 0 }

    /// The eight types of the form 0x?A?A with equal digits, which will never have a meaning (`Protocol.md`, Grease).
    /// Senders use them so that receivers keep skipping types that they do not know.
    package static let grease: [MessageType] = (0...7).map { MessageType(rawValue: 0x0A0A + $0 * 0x1010) }

    /// Whether the first message of a side may have this type; true for unknown types too.
    var mayComeFirst: Bool {
        switch self {
        case .tracks, .frame, .gap, .keyFrameRequest, .receiverReport, .viewerCount, .ping, .pong, .streamState,
            .clockOffset, .streams, .arrivals:
            false
        default: true
        }
    }

    /// Bytes of body that a message of this type may have. Frames have a limit of their own,
    /// ``Welcome/maximumFrameLength``.
    var maximumBodyLength: Int {
        switch self {
        case .hello: ProtocolLimits.helloLength
        case .tracks: ProtocolLimits.trackTableLength
        default: ProtocolLimits.controlLength
        }
    }

    /// The name in `Protocol.md`; for a type that is not registered, `type` and its number.
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
        case .streams: "streams"
        case .arrivals: "arrivals"
        default: "type 0x" + String(rawValue, radix: 16)
        }
    }
}
