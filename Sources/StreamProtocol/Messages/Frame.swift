import NIOCore

/// The fields of a frame message in front of its payload (`Protocol.md`, Frame).
public struct FrameHeader: Hashable, Sendable {
    /// What a relay or a viewer must know of a frame without reading its payload.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The flags of the message header.
        public let rawValue: UInt16

        /// The flags of a message header. Bits without a meaning are kept.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// A decoder that begins with this frame shows it, and all frames of the track that follow it in the order of
        /// presentation, exactly.
        public static let randomAccess = Flags(rawValue: 1 << 0)
        /// No other frame needs this one.
        public static let discardable = Flags(rawValue: 1 << 1)
        /// The media clock does not continue from the frame before.
        public static let discontinuity = Flags(rawValue: 1 << 2)
        /// Decoding can begin with this frame, but what is decoded is right only from the track's next ``recovered``
        /// frame on, which can be the same frame.
        public static let gradual = Flags(rawValue: 1 << 3)
        /// What is decoded is right from this frame on, in the order of presentation, if decoding began at the track's
        /// last ``gradual`` frame.
        public static let recovered = Flags(rawValue: 1 << 4)

        /// Whether decoding of the track can begin with the frame.
        public var isStart: Bool { !isDisjoint(with: [.randomAccess, .gradual]) }
    }

    /// What a relay or a viewer must know of the frame.
    public var flags: Flags
    /// The track that the frame belongs to.
    public var track: TrackID
    /// The generation of the track's configuration that this frame needs.
    public var generation: UInt16
    /// The epoch that the frame belongs to.
    public var epoch: UInt32
    /// Counts the frames of this track in this epoch from 0 on.
    public var sequence: UInt64
    /// When to decode the frame, in microseconds of the publisher's media clock.
    public var decodeTime: Int64
    /// When to show the frame, in microseconds of the publisher's media clock.
    public var presentationTime: Int64
    /// When the frame was captured, by the publisher's wall clock, in microseconds since 1970-01-01 UTC; 0 if the
    /// publisher does not know.
    public var captureTime: Int64

    /// Makes a header of its fields; see the properties for their units. A publisher of `StreamClient` sets epoch and
    /// sequence number itself.
    public init(
        track: TrackID,
        flags: Flags = [],
        generation: UInt16 = 0,
        epoch: UInt32 = 0,
        sequence: UInt64 = 0,
        decodeTime: Int64,
        presentationTime: Int64,
        captureTime: Int64 = 0
    ) {
        self.track = track
        self.flags = flags
        self.generation = generation
        self.epoch = epoch
        self.sequence = sequence
        self.decodeTime = decodeTime
        self.presentationTime = presentationTime
        self.captureTime = captureTime
    }

    /// Bytes of a frame message before its payload: 8 of the message header and 40 of these fields.
    public static let length = MessageHeader.length + 40

    /// The decode time in a whole frame message, in microseconds; `nil` if the message is too short to have one.
    package static func decodeTime(in message: ByteBuffer) -> Int64? {
        message.getInteger(at: message.readerIndex + MessageHeader.length + 16)
    }
}

/// A frame message. The publisher encodes it once, and the relay forwards its bytes unchanged (`Protocol.md`, Frame).
public struct Frame: Hashable, Sendable {
    /// The fields in front of the payload.
    public let header: FrameHeader
    /// The whole message: message header, fields, payload.
    public let message: ByteBuffer

    /// Encodes a frame.
    ///
    /// - Parameter payload: At most the relay's ``Welcome/maximumFrameLength`` bytes.
    public init(_ header: FrameHeader, payload: some Sequence<UInt8> & Sendable) {
        self.init(header, capacity: payload.underestimatedCount) { $0.writeBytes(payload) }
    }

    /// Encodes a frame whose payload `body` writes.
    ///
    /// - Parameter capacity: Bytes of payload to make room for at first; the buffer grows if `body` writes more.
    public init(_ header: FrameHeader, capacity: Int = 0, writing body: (inout ByteBuffer) -> Void) {
        var payload = Self.payloadBuffer(capacity: capacity)
        body(&payload)
        self.init(header, payload: payload)
    }

    /// An empty buffer for a payload, with 48 bytes of room in front for the header.
    ///
    /// - Parameter capacity: Bytes of payload to make room for at first.
    public static func payloadBuffer(capacity: Int) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: FrameHeader.length + capacity)
        buffer.moveWriterIndex(to: FrameHeader.length)
        buffer.moveReaderIndex(to: FrameHeader.length)
        return buffer
    }

    /// Encodes a frame. The payload is not copied if it lies in a ``payloadBuffer(capacity:)`` that has no other owner.
    ///
    /// - Parameter payload: At most the relay's ``Welcome/maximumFrameLength`` bytes.
    public init(_ header: FrameHeader, payload: consuming ByteBuffer) {
        if payload.readerIndex != FrameHeader.length {
            var copy = Self.payloadBuffer(capacity: payload.readableBytes)
            copy.writeBuffer(&payload)
            payload = copy
        }
        let end = payload.writerIndex
        payload.moveReaderIndex(to: 0)
        payload.moveWriterIndex(to: 0)
        payload.writeMultipleIntegers(
            UInt32(clamping: end - MessageHeader.length),
            MessageType.frame.rawValue,
            header.flags.rawValue,
            header.track.rawValue,
            header.generation,
            header.epoch,
            header.sequence,
            header.decodeTime,
            header.presentationTime,
            header.captureTime
        )
        payload.moveWriterIndex(to: end)
        self.init(header: header, message: payload)
    }

    /// Reads the fields of a message whose message header has been read already.
    ///
    /// - Parameter message: The whole message, or its first ``FrameHeader/length`` bytes.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/malformedMessage`` if a field is missing or the track number is too
    ///   high.
    init(message: ByteBuffer, flags: UInt16) throws(ProtocolError) {
        var reader = message
        reader.moveReaderIndex(forwardBy: MessageHeader.length)
        guard
            let (track, generation, epoch, sequence, decodeTime, presentationTime, captureTime) =
                reader.readMultipleIntegers(as: (UInt16, UInt16, UInt32, UInt64, Int64, Int64, Int64).self)
        else {
            throw ProtocolError(.malformedMessage, "The frame message ends in the middle of its header.")
        }
        guard let track = TrackID(track) else {
            throw ProtocolError(.malformedMessage, "The frame message has a track number above \(TrackID.maximum).")
        }
        self.message = message
        self.header = FrameHeader(
            track: track,
            flags: FrameHeader.Flags(rawValue: flags),
            generation: generation,
            epoch: epoch,
            sequence: sequence,
            decodeTime: decodeTime,
            presentationTime: presentationTime,
            captureTime: captureTime
        )
    }

    /// The payload, in the form that the track's codec defines; a slice of ``message``.
    public var payload: ByteBuffer {
        var payload = message
        payload.moveReaderIndex(forwardBy: FrameHeader.length)
        return payload
    }

    /// A copy of the payload's bytes.
    public var bytes: [UInt8] { Array(payload.readableBytesView) }

    /// The same frame in a buffer of exactly its size. A slice of the receive buffer would keep that whole buffer in
    /// memory.
    public func copied(with allocator: ByteBufferAllocator) -> Frame {
        var exact = allocator.buffer(capacity: message.readableBytes)
        exact.writeImmutableBuffer(message)
        return Frame(header: header, message: exact)
    }

    private init(header: FrameHeader, message: ByteBuffer) {
        self.header = header
        self.message = message
    }
}
