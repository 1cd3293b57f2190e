import NIOCore

/// What a client wants; its first message (`Protocol.md`, Hello).
public struct Hello: Hashable, Sendable {
    /// What the client does with the stream.
    public enum Role: UInt8, Hashable, Sendable {
        /// Sends the stream.
        case publish = 1
        /// Receives the stream.
        case subscribe = 2
        /// Receives the stream to send it on to viewers of its own.
        case relay = 3
        /// Receives the names and states of the streams that it may watch, and their changes.
        case list = 4
    }

    /// Where in the stream a viewer begins.
    public enum Start: UInt8, Hashable, Sendable {
        /// At the last random access point, so that the viewer has a picture at once.
        case randomAccessPoint = 0
        /// At the newest frame, whether the viewer can decode it or not.
        case live = 1
        /// At the next random access point that comes from the publisher.
        case next = 2
    }

    /// What the client does with the stream.
    public var role: Role
    /// The stream that the client asks for. With ``Role/list``, the folder whose streams are listed: those whose names
    /// begin with this name and a slash. ``StreamName/empty`` lists all streams.
    public var stream: StreamName
    /// Identifies the program across reconnections.
    public var instance: InstanceID
    /// Shows the relay what the client may do; `nil` sends none.
    public var token: AccessToken?
    /// The client's name and version, for the relay's log. The encoder cuts it at ``ProtocolLimits/nameLength`` bytes.
    public var clientName: String?
    /// Where a viewer begins.
    public var start: Start = .randomAccessPoint
    /// How far behind the newest frame a viewer may fall, in milliseconds; `nil` asks for the relay's own bound. The
    /// relay answers with the bound that holds, ``Welcome/maximumLatency``.
    public var maximumLatency: UInt32?
    /// For how long the relay may gather frames to send them together, in milliseconds; 0 for each frame at once, `nil`
    /// for the relay's own setting.
    public var batch: UInt32?
    /// How old the first frame should at least be, in milliseconds, for a viewer that begins at the last random access
    /// point: the relay then begins at an earlier one, if its log reaches back so far, or else at the oldest. The relay
    /// answers with ``Welcome/history``. `nil` and 0 ask for no history.
    public var history: UInt32?
    /// The kinds of track that a viewer wants.
    public var kinds: TrackKinds = .all
    /// Whether a viewer wants only the random access points of its tracks. Gaps with ``Gap/Reason/notRequested`` name the
    /// other frames.
    public var wantsOnlyRandomAccess = false
    /// Whether a viewer waits for a stream that has no publisher. If not, the relay answers with
    /// ``ErrorCode/streamNotFound``.
    public var waits = true
    /// In the role ``Role/relay``, the relays that wait for this connection: the one farthest from the publisher first, and
    /// the client itself last. The relay answers with ``Welcome/path``, or with ``ErrorCode/relayLoop`` if it is on the
    /// path itself.
    public var path: RelayPath?
    /// An option that the relay must skip; `nil` sends none.
    package var grease: Grease?

    /// A hello with the default of every option.
    public init(role: Role, stream: StreamName, instance: InstanceID) {
        self.role = role
        self.stream = stream
        self.instance = instance
    }
}

extension Hello: MessageBody {
    static var type: MessageType { .hello }

    private enum Option {
        static let token = OptionID(rawValue: 0x8001)
        static let clientName = OptionID(rawValue: 0x0002)
        static let start = OptionID(rawValue: 0x0003)
        static let maximumLatency = OptionID(rawValue: 0x0004)
        static let kinds = OptionID(rawValue: 0x0005)
        static let doesNotWait = OptionID(rawValue: 0x0006)
        static let batch = OptionID(rawValue: 0x0007)
        static let history = OptionID(rawValue: 0x0008)
        static let onlyRandomAccess = OptionID(rawValue: 0x0009)
        static let path = OptionID(rawValue: 0x000A)
    }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        guard let role = Role(rawValue: try reader.integer()) else {
            throw ProtocolError(.roleNotServed, "The hello asks for a role that is not known here.")
        }
        let nameLength: UInt8 = try reader.integer()
        try reader.skip(2)
        let instance = InstanceID(high: try reader.integer(), low: try reader.integer())
        // Bytes that are not UTF-8 become characters that no name may have.
        let name = String(buffer: try reader.bytes(Int(nameLength)))
        let stream = role == .list && name.isEmpty ? StreamName.empty : try StreamName(name)
        self.init(role: role, stream: stream, instance: instance)
        try reader.options { id, value throws(ProtocolError) in
            switch id {
            case Option.token: token = try AccessToken(value.rawText(atMost: AccessToken.maximumLength))
            case Option.clientName: clientName = try value.text(atMost: ProtocolLimits.nameLength)
            case Option.start:
                guard let position = Start(rawValue: try value.integer()) else {
                    throw value.malformed("a start position that is not known here")
                }
                start = position
            case Option.maximumLatency: maximumLatency = try value.integer()
            case Option.kinds: kinds = TrackKinds(rawValue: try value.integer()).intersection(.all)
            case Option.doesNotWait: waits = false
            case Option.batch: batch = try value.integer()
            case Option.history: history = try value.integer()
            case Option.onlyRandomAccess: wantsOnlyRandomAccess = true
            case Option.path: path = try RelayPath(from: &value)
            default: return false
            }
            return true
        }
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(role.rawValue, UInt8(clamping: stream.description.utf8.count), UInt16(0))
        buffer.writeMultipleIntegers(instance.high, instance.low)
        buffer.writeString(stream.description)
        if let token { buffer.writeOption(Option.token) { $0.writeString(token.secret) } }
        if let clientName {
            buffer.writeOption(Option.clientName) { $0.writeText(clientName, ProtocolLimits.nameLength) }
        }
        if start != .randomAccessPoint { buffer.writeOption(Option.start) { $0.writeInteger(start.rawValue) } }
        if let maximumLatency { buffer.writeOption(Option.maximumLatency) { $0.writeInteger(maximumLatency) } }
        if kinds != .all { buffer.writeOption(Option.kinds) { $0.writeInteger(kinds.rawValue) } }
        if !waits { buffer.writeOption(Option.doesNotWait) { _ in } }
        if let batch { buffer.writeOption(Option.batch) { $0.writeInteger(batch) } }
        if let history { buffer.writeOption(Option.history) { $0.writeInteger(history) } }
        if wantsOnlyRandomAccess { buffer.writeOption(Option.onlyRandomAccess) { _ in } }
        if let path { buffer.writeOption(Option.path) { path.write(to: &$0) } }
        if let grease { buffer.writeOption(grease.option) { $0.writeRepeatingByte(0xAA, count: grease.length) } }
    }
}
