import NIOCore

/// What stands in front of a frame's payload.
public struct FrameHeader: Hashable, Sendable {
    /// What a relay or viewer must know of a frame without reading its payload.
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// Decoding can begin here.
        public static let randomAccess = Flags(rawValue: 1 << 0)
        /// No other frame needs this one.
        public static let discardable = Flags(rawValue: 1 << 1)
        /// The time line does not continue from the frame before.
        public static let discontinuity = Flags(rawValue: 1 << 2)
    }

    public var flags: Flags
    public var track: TrackID
    /// The generation of the track's configuration that this frame needs.
    public var generation: UInt16
    public var epoch: UInt32
    /// Counts the frames of this track in this epoch from 0 on.
    public var sequence: UInt64
    /// When to decode, in microseconds of the publisher's media clock.
    public var decodeTime: Int64
    /// When to show, in microseconds of the publisher's media clock.
    public var presentationTime: Int64
    /// When it was captured by the publisher's wall clock, in microseconds since 1970-01-01 UTC; 0 where not known.
    public var captureTime: Int64

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

    /// Bytes of a frame's message before its payload: the message header and these fields.
    public static let length = MessageHeader.length + 40

    /// The decode time in a whole frame message; `nil` where it is too short to be one.
    public static func decodeTime(in message: ByteBuffer) -> Int64? {
        message.getInteger(at: message.readerIndex + MessageHeader.length + 16)
    }
}

/// A frame as it travels: encoded once by the publisher, forwarded as it is.
public struct Frame: Hashable, Sendable {
    public let header: FrameHeader
    /// The whole message, message header first.
    public let message: ByteBuffer

    /// Encodes a frame.
    ///
    /// - Parameter payload: At most the relay's ``Welcome/maximumFrameLength`` bytes.
    public init(_ header: FrameHeader, payload: some Sequence<UInt8> & Sendable) {
        self.init(header, capacity: payload.underestimatedCount) { $0.writeBytes(payload) }
    }

    /// Encodes a frame whose payload `body` writes.
    public init(_ header: FrameHeader, capacity: Int = 0, writing body: (inout ByteBuffer) -> Void) {
        var payload = Self.payloadBuffer(capacity: capacity)
        body(&payload)
        self.init(header, payload: payload)
    }

    /// A buffer to write a payload into, with room in front for what makes it a frame.
    public static func payloadBuffer(capacity: Int) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: FrameHeader.length + capacity)
        buffer.moveWriterIndex(to: FrameHeader.length)
        buffer.moveReaderIndex(to: FrameHeader.length)
        return buffer
    }

    /// Encodes a frame. A payload that lies in a ``payloadBuffer(capacity:)`` which nobody else holds is not copied.
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

    /// Takes a whole message whose header has been looked at.
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

    /// The codec's bytes, in the form that the track's codec says.
    public var payload: ByteBuffer {
        var payload = message
        payload.moveReaderIndex(forwardBy: FrameHeader.length)
        return payload
    }

    /// The same frame in a buffer of exactly its size: a slice would keep the whole receive buffer alive.
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
