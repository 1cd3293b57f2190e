// Parsers and writers for programs: they take `Span<UInt8>`, which cannot be a view of values of another type, or any
// collection of bytes. Inside this package they take `RawSpan`.

extension ADTSHeader {
    /// Parses the first seven bytes of `bytes`.
    ///
    /// - Throws: `truncated` if there are fewer bytes, and `invalidHeader` if there is no syncword, the layer is not 0,
    ///   the frequency is reserved or the frame is shorter than its header.
    public init(_ bytes: Span<UInt8>) throws(AACError) { try self.init(bytes.bytes) }

    /// Parses the first seven bytes of `bytes`.
    ///
    /// - Throws: `truncated` if there are fewer bytes, and `invalidHeader` if there is no syncword, the layer is not 0,
    ///   the frequency is reserved or the frame is shorter than its header.
    public init(_ bytes: some Collection<UInt8>) throws(AACError) {
        let bytes = Array(bytes)[...]
        try self.init(bytes.span)
    }
}

extension ADTSReader {
    /// Processes the next bytes of the stream and passes every raw data block that is complete to `body`, in order.
    ///
    /// A block has no header and no checksums. It is valid during the call only. If `body` throws, the rest of `bytes`
    /// is dropped, and the next call searches for a frame.
    public mutating func push<E: Error>(
        _ bytes: Span<UInt8>,
        _ body: (Span<UInt8>, ADTSBlock) throws(E) -> Void
    ) throws(E) {
        try push(bytes.bytes) { blocks, block throws(E) in try body(Span(_bytes: blocks), block) }
    }

    /// Processes the next bytes of the stream and passes every raw data block that is complete to `body`, in order.
    ///
    /// A block has no header and no checksums. It is valid during the call only. If `body` throws, the rest of `bytes`
    /// is dropped, and the next call searches for a frame.
    public mutating func push<E: Error>(
        _ bytes: some Collection<UInt8>,
        _ body: (Span<UInt8>, ADTSBlock) throws(E) -> Void
    ) throws(E) {
        let bytes = Array(bytes)[...]
        try push(bytes.span, body)
    }

    /// Passes on the blocks that the end of the stream completes. Another stream may follow; offsets and counters
    /// continue.
    @_disfavoredOverload
    public mutating func finish<E: Error>(_ body: (Span<UInt8>, ADTSBlock) throws(E) -> Void) throws(E) {
        try finish { (blocks: RawSpan, block) throws(E) in try body(Span(_bytes: blocks), block) }
    }
}

extension ADTSWriter {
    /// Appends one raw data block as a frame.
    ///
    /// - Throws: `notRepresentable` if the frame would exceed 8,191 bytes; `bytes` is then unchanged.
    public func append(_ block: Span<UInt8>, to bytes: inout [UInt8]) throws(AACError) {
        try append(block.bytes, to: &bytes)
    }

    /// Appends one raw data block as a frame.
    ///
    /// - Throws: `notRepresentable` if the frame would exceed 8,191 bytes; `bytes` is then unchanged.
    public func append(_ block: some Collection<UInt8>, to bytes: inout [UInt8]) throws(AACError) {
        let block = Array(block)[...]
        try append(block.span, to: &bytes)
    }

    /// Returns the bytes before a raw data block in its frame: the header, and a program config element if the block
    /// needs one and has none.
    ///
    /// - Throws: `notRepresentable` if the frame would exceed 8,191 bytes.
    public func prefix(of block: Span<UInt8>) throws(AACError) -> [UInt8] { try prefix(of: block.bytes) }
}

extension AudioSpecificConfig {
    /// Derives the configuration of an ADTS stream from the header of a frame and its first raw data block.
    ///
    /// The block matters only for channel configuration 0. ``programConfig`` is `nil` if it does not begin with a
    /// program config element, which only the first frame must contain.
    public init(_ header: ADTSHeader, rawDataBlock: Span<UInt8>) {
        self.init(header, rawDataBlock: rawDataBlock.bytes)
    }

    /// Derives the configuration of an ADTS stream from the header of a frame and its first raw data block.
    ///
    /// The block matters only for channel configuration 0. ``programConfig`` is `nil` if it does not begin with a
    /// program config element, which only the first frame must contain.
    public init(_ header: ADTSHeader, rawDataBlock: some Collection<UInt8>) {
        let block = Array(rawDataBlock)[...]
        self.init(header, rawDataBlock: block.span)
    }
}

extension ProgramConfigElement {
    /// Parses the element at the start of a raw data block. ADTS puts it there for channel configuration 0.
    ///
    /// - Returns: `nil` if the block begins with another element.
    /// - Throws: `truncated` if the element is cut off.
    public init?(rawDataBlock: Span<UInt8>) throws(AACError) { try self.init(rawDataBlock: rawDataBlock.bytes) }
}
