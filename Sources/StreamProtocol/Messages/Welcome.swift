import NIOCore

/// The relay's answer to a hello that it accepts (`Protocol.md`, Welcome).
public struct Welcome: Hashable, Sendable {
    /// For a publisher, the epoch that it writes into its frames; for a viewer, the current epoch, or 0 before the
    /// first.
    public var epoch: UInt32
    /// A random number that the relay draws for this stream, and draws anew after a restart. While it is the same,
    /// epoch, track and sequence number name the same frame. Logs and journals have it in hexadecimal digits:
    /// `String(streamInstance, radix: 16)`.
    public var streamInstance: UInt64
    /// Bytes of payload that a frame may have.
    public var maximumFrameLength: UInt32
    /// The interval of the relay's pings, in milliseconds, at least 1. The relay ends a connection without activity
    /// after three intervals.
    public var pingInterval: UInt32
    /// The latency bound that holds for this viewer, in milliseconds, ``history`` included; it has no meaning for a
    /// publisher.
    public var maximumLatency: UInt32
    /// The state of the stream as its viewers know it. A publisher has sent nothing yet, so a new stream is
    /// ``StreamState/waiting`` for it.
    public var state: StreamState
    /// The relay's name and version. The encoder cuts it at ``ProtocolLimits/nameLength`` bytes.
    public var relayName: String?
    /// How old the first frame is that the relay sends, in milliseconds, for a viewer that asked for a history; `nil`
    /// for other clients, and from relays that know no history.
    public var history: UInt32?
    /// The relays from which the stream comes, for a client in the role ``Hello/Role/relay``: the sender first, and last the
    /// relay that takes it from no other relay. `nil` for other clients.
    public var path: RelayPath?
    /// An option that the client must skip; `nil` sends none.
    package var grease: Grease?

    /// Makes a welcome; see the properties for units and ranges.
    public init(
        epoch: UInt32,
        streamInstance: UInt64,
        maximumFrameLength: UInt32,
        pingInterval: UInt32,
        maximumLatency: UInt32,
        state: StreamState,
        relayName: String? = nil,
        history: UInt32? = nil,
        path: RelayPath? = nil
    ) {
        self.epoch = epoch
        self.streamInstance = streamInstance
        self.maximumFrameLength = maximumFrameLength
        self.pingInterval = pingInterval
        self.maximumLatency = maximumLatency
        self.state = state
        self.relayName = relayName
        self.history = history
        self.path = path
    }
}

extension Welcome: MessageBody {
    static var type: MessageType { .welcome }

    private static let relayNameOption = OptionID(rawValue: 0x0001)
    private static let historyOption = OptionID(rawValue: 0x0002)
    private static let pathOption = OptionID(rawValue: 0x0003)

    init(from reader: inout FieldReader) throws(ProtocolError) {
        epoch = try reader.integer()
        streamInstance = try reader.integer()
        maximumFrameLength = try reader.integer()
        pingInterval = try reader.integer()
        guard pingInterval > 0 else { throw reader.malformed("a ping interval of 0") }
        maximumLatency = try reader.integer()
        state = try StreamState(rawValue: reader.integer())
        try reader.skip(3)
        try reader.options { id, value throws(ProtocolError) in
            switch id {
            case Self.relayNameOption: relayName = try value.text(atMost: ProtocolLimits.nameLength)
            case Self.historyOption: history = try value.integer()
            case Self.pathOption: path = try RelayPath(from: &value)
            default: return false
            }
            return true
        }
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(epoch, streamInstance, maximumFrameLength, pingInterval, maximumLatency)
        buffer.writeMultipleIntegers(state.rawValue, UInt8(0), UInt16(0))
        if let relayName {
            buffer.writeOption(Self.relayNameOption) { $0.writeText(relayName, ProtocolLimits.nameLength) }
        }
        if let history { buffer.writeOption(Self.historyOption) { $0.writeInteger(history) } }
        if let path { buffer.writeOption(Self.pathOption) { path.write(to: &$0) } }
        if let grease { buffer.writeOption(grease.option) { $0.writeRepeatingByte(0xAA, count: grease.length) } }
    }
}
