import BitCoding

/// Raw data blocks out of an ADTS stream.
public struct ADTSBlock: Hashable, Sendable {
    /// The header of the frame that holds it.
    public let header: ADTSHeader
    /// The offset of that frame from the beginning of the stream, in bytes.
    public let frameOffset: Int
    /// Its place in the frame, 0 to 3.
    public let index: Int
    /// How many raw data blocks the bytes contain: 1, except for frames of several blocks without checksums, which only
    /// a decoder can separate.
    public let count: Int
}

/// Splits an ADTS stream (ISO/IEC 14496-3 1.A.2) into raw data blocks as it arrives.
///
/// The result does not depend on the boundaries of the input chunks. A frame within one chunk is passed on as a view of
/// the chunk. At most one frame and one header are held.
///
/// The reader skips ID3v2 tags between frames, and garbage. It accepts the first frame, and every frame after garbage
/// or with another format than the previous one, only if a header of the same format, an ID3 tag or the end of the
/// stream follows. It passes the frame on only then.
public struct ADTSReader: Sendable {
    /// Counts of the things in the stream that are not raw data blocks.
    public struct Statistics: Hashable, Sendable {
        /// Frames handed out.
        public internal(set) var frames = 0
        /// ID3v2 tags passed over.
        public internal(set) var tags = 0
        /// Bytes of garbage.
        public internal(set) var skippedBytes = 0
        /// Frames whose header checksum or block positions are wrong: their bytes count as garbage.
        public internal(set) var damagedFrames = 0
        /// Bytes of a last frame that the end of the stream cuts off.
        public internal(set) var truncatedBytes = 0

        /// Nothing found.
        public init() {}
    }

    /// The counts so far.
    public private(set) var statistics = Statistics()
    /// How many bytes the reader has received.
    public private(set) var byteCount = 0

    private var synchroniser = ADTSSynchroniser()
    /// Bytes of earlier chunks that were not decided on, less than a window.
    private var carried: [UInt8] = []
    /// Bytes of a tag still to come.
    private var tagBytes = 0

    /// Starts at the beginning of a stream.
    public init() {}

    /// Processes the next bytes of the stream and passes every raw data block that is complete to `body`, in order.
    ///
    /// A block has no header and no checksums. It is valid during the call only. If `body` throws, the rest of `bytes`
    /// is dropped, and the next call searches for a frame.
    package mutating func push<E: Error>(
        _ bytes: RawSpan,
        _ body: (RawSpan, ADTSBlock) throws(E) -> Void
    ) throws(E) {
        let base = byteCount
        byteCount += bytes.byteCount
        var offset = 0
        if !carried.isEmpty {
            // A window of new bytes after the carried ones is enough to interpret these.
            var window = carried
            carried = []
            let old = window.count
            window.append(copying: bytes.extracting(first: ADTSSynchroniser.window))
            let done = try read(window.span.bytes, upTo: old, base: base - old, isEnd: false, body)
            guard done >= old else {
                window.removeFirst(done)
                carried = window
                return
            }
            offset = done - old
        }
        let rest = bytes.extracting(offset..<bytes.byteCount)
        let done = try read(rest, upTo: rest.byteCount, base: base + offset, isEnd: false, body)
        carried.append(copying: rest.extracting(done..<rest.byteCount))
    }

    /// Passes on the blocks that the end of the stream completes. Another stream may follow; offsets and counters
    /// continue.
    package mutating func finish<E: Error>(_ body: (RawSpan, ADTSBlock) throws(E) -> Void) throws(E) {
        let window = carried
        carried = []
        tagBytes = 0
        _ = try read(window.span.bytes, upTo: window.count, base: byteCount - window.count, isEnd: true, body)
        synchroniser = ADTSSynchroniser()
    }

    /// Reads the frames that begin before `limit` of `bytes`, whose offset in the stream is `base`.
    ///
    /// - Returns: The offset of the first byte that is not interpreted yet.
    private mutating func read<E: Error>(
        _ bytes: RawSpan,
        upTo limit: Int,
        base: Int,
        isEnd: Bool,
        _ body: (RawSpan, ADTSBlock) throws(E) -> Void
    ) throws(E) -> Int {
        var offset = min(tagBytes, bytes.byteCount)
        tagBytes -= offset
        while offset < limit {
            var step = synchroniser.step(at: offset, in: bytes, isEnd: isEnd)
            var blocks: [Range<Int>] = []
            if case .frame(let header) = step {
                let frame = bytes.extracting(offset..<offset + header.frameLength)
                if let ranges = ADTSBlocks.ranges(of: header, in: frame) {
                    blocks = ranges
                } else {
                    statistics.damagedFrames += 1
                    step = .garbage
                }
            }
            synchroniser.accept(step)
            switch step {
            case .needsMore:
                return offset
            case .garbage:
                statistics.skippedBytes += 1
                offset += 1
            case .truncated:
                statistics.truncatedBytes += bytes.byteCount - offset
                offset = bytes.byteCount
            case .tag(let size):
                statistics.tags += 1
                let present = min(size, bytes.byteCount - offset)
                tagBytes = size - present
                offset += present
            case .frame(let header):
                statistics.frames += 1
                let frame = bytes.extracting(offset..<offset + header.frameLength)
                let count = blocks.count == 1 ? header.blockCount : 1
                do throws(E) {
                    for (index, range) in blocks.enumerated() {
                        let block = ADTSBlock(header: header, frameOffset: base + offset, index: index, count: count)
                        try body(frame.extracting(range), block)
                    }
                } catch {
                    synchroniser = ADTSSynchroniser()
                    throw error
                }
                offset += header.frameLength
            }
        }
        return offset
    }
}
