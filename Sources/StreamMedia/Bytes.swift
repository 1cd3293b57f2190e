// The readers for programs: they take `Span<UInt8>`, which cannot be a view of values of another type, or any collection
// of bytes. Inside this package they take `RawSpan`.

extension ElementaryStreamFormat {
    /// Detects the format by the first bytes.
    ///
    /// A file begins with a start code, after any number of zero bytes, or with an ADTS header or an ID3 tag. If it
    /// begins in the middle of a unit, the first start code or ADTS frame decides. The bytes of a ``ContainerFormat``
    /// are neither, although both occur in containers.
    ///
    /// - Parameter isComplete: Whether no more bytes follow. The only frame of a stream is then accepted too.
    /// - Returns: `nil` if neither is found.
    public init?(detecting bytes: some Collection<UInt8>, isComplete: Bool = false) {
        let bytes = Array(bytes)[...]
        self.init(detecting: bytes.span.bytes, isComplete: isComplete)
    }

    /// Detects the format of a file that begins at a boundary: with a start code and a NAL unit that can be the first,
    /// or with an ADTS frame. In the middle of a file of another format, both occur by chance.
    ///
    /// - Returns: `nil` if it begins with anything else, or with a tag, which audio files of other formats have as
    ///   well.
    public init?(beginning bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)[...]
        self.init(beginning: bytes.span.bytes)
    }
}

extension ContainerFormat {
    /// Detects a container by its first bytes; `nil` if it is none of these.
    public init?(detecting bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)[...]
        self.init(detecting: bytes.span.bytes)
    }
}

extension ElementaryStreamReader {
    /// Processes the next bytes; see ``H264TrackReader/push(_:arrival:_:)``.
    public mutating func push<E: Error>(
        _ bytes: Span<UInt8>,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        try push(bytes.bytes, arrival: arrival, body)
    }

    /// Processes the next bytes.
    ///
    /// - Parameter arrival: The arrival of the bytes in microseconds since 1970-01-01 UTC. It becomes the capture time
    ///   of the frames that begin in them.
    /// - Returns: The tracks and frames that the bytes complete, in order.
    public mutating func push(_ bytes: some Collection<UInt8>, arrival: Int64) -> [MediaEvent] {
        let bytes = Array(bytes)[...]
        var events: [MediaEvent] = []
        push(bytes.span.bytes, arrival: arrival) { events.append($0) }
        return events
    }

    /// Returns complete frames when the source pauses; see ``H264TrackReader/flush(arrival:_:)``.
    public mutating func flush(arrival: Int64) -> [MediaEvent] {
        var events: [MediaEvent] = []
        flush(arrival: arrival) { events.append($0) }
        return events
    }

    /// Ends the stream, and returns the frames that its end completes. Another one may follow.
    public mutating func finish(arrival: Int64) -> [MediaEvent] {
        var events: [MediaEvent] = []
        finish(arrival: arrival) { events.append($0) }
        return events
    }
}

extension H264TrackReader {
    /// Processes the next bytes and passes their events to `body`.
    ///
    /// - Parameter arrival: The arrival of the bytes in microseconds since 1970-01-01 UTC. It becomes the capture time
    ///   of the access units that begin in them, even if these are found to be complete later.
    /// - Throws: The error that `body` throws.
    public mutating func push<E: Error>(
        _ bytes: Span<UInt8>,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        try push(bytes.bytes, arrival: arrival, body)
    }
}

extension AACTrackReader {
    /// Processes the next bytes and passes their events to `body`.
    ///
    /// - Parameter arrival: The arrival of the bytes in microseconds since 1970-01-01 UTC; it becomes the capture time.
    /// - Throws: The error that `body` throws.
    public mutating func push<E: Error>(
        _ bytes: Span<UInt8>,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        try push(bytes.bytes, arrival: arrival, body)
    }
}

extension H264PacketReader {
    /// Processes the next packet in decoding order.
    ///
    /// - Parameters:
    ///   - bytes: One or more access units, in the form that the configuration states.
    ///   - decodeTime: `nil` if the source does not have it.
    ///   - presentationTime: `nil` if the source does not have it.
    ///   - duration: `nil` if the source does not have it.
    ///   - captureTime: Since 1970-01-01 UTC; `nil` if unknown.
    /// - Returns: The tracks and frames in the packet, in order.
    public mutating func read(
        _ bytes: some Collection<UInt8>,
        decodeTime: MediaTime?,
        presentationTime: MediaTime?,
        duration: Duration? = nil,
        captureTime: Duration? = nil
    ) -> [MediaEvent] {
        let bytes = Array(bytes)[...]
        var events: [MediaEvent] = []
        read(
            bytes.span.bytes,
            decodeTime: decodeTime?.microseconds,
            presentationTime: presentationTime?.microseconds,
            duration: duration?.wholeMicroseconds ?? 0,
            captureTime: captureTime?.wholeMicroseconds ?? 0
        ) { events.append($0) }
        return events
    }
}

extension AACPacketReader {
    /// Processes the next packet.
    ///
    /// - Parameters:
    ///   - bytes: One raw data block, or ADTS frames.
    ///   - presentationTime: `nil` if the source does not have it.
    ///   - captureTime: Since 1970-01-01 UTC; `nil` if unknown.
    /// - Returns: The tracks and frames in the packet, in order.
    public mutating func read(
        _ bytes: some Collection<UInt8>,
        presentationTime: MediaTime?,
        captureTime: Duration? = nil
    ) -> [MediaEvent] {
        let bytes = Array(bytes)[...]
        var events: [MediaEvent] = []
        read(
            bytes.span.bytes,
            presentationTime: presentationTime?.microseconds,
            captureTime: captureTime?.wholeMicroseconds ?? 0
        ) { events.append($0) }
        return events
    }
}
