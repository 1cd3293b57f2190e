/// Raw data blocks out of an ADTS stream.
public struct ADTSBlock: Hashable, Sendable {
    /// The header of the frame that holds it.
    public let header: ADTSHeader
    /// The offset of that frame from the beginning of the stream, in bytes.
    public let frameOffset: Int
    /// Its place in the frame, 0 to 3.
    public let index: Int
    /// How many raw data blocks the bytes are: 1, but for frames of several blocks without checksums, which only a
    /// decoder could tell apart.
    public let count: Int
}

/// Cuts an ADTS stream (ISO/IEC 14496-3 1.A.2) into raw data blocks as it arrives.
///
/// What is handed out does not depend on where the input is cut. A frame that lies whole in one chunk is handed out as
/// a view of it; at most a frame and a header are held.
///
/// ID3v2 tags in front of frames are passed over, garbage is skipped. The first frame, and every frame behind garbage
/// or with another format than the one before, is believed when a header of the same format, an ID3 tag or the end of
/// the stream follows it, and so it is handed out only then.
public struct ADTSReader: Sendable {
    /// What was found beside raw data blocks.
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

    /// What was found so far.
    public private(set) var statistics = Statistics()
    /// Bytes taken so far.
    public private(set) var byteCount = 0

    private var synchroniser = ADTSSynchroniser()
    /// Bytes of earlier chunks that were not decided on, less than a window.
    private var carried: [UInt8] = []
    /// Bytes of a tag still to come.
    private var tagBytes = 0

    /// Starts at the beginning of a stream.
    public init() {}

    /// Takes the next bytes of the stream and hands out every raw data block that is complete, in order.
    ///
    /// A block is passed without header and checksums; it is valid during the call only. When `body` throws, the rest
    /// of `bytes` is dropped and the next call looks for a frame anew.
    public mutating func push<E: Error>(
        _ bytes: RawSpan,
        _ body: (RawSpan, ADTSBlock) throws(E) -> Void
    ) throws(E) {
        let base = byteCount
        byteCount += bytes.byteCount
        var offset = 0
        if !carried.isEmpty {
            // What begins in the carried bytes is decided with a window of new ones behind them.
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

    /// Hands out what the end of the stream completes, and is ready for another stream after it.
    ///
    /// Offsets and counters go on.
    public mutating func finish<E: Error>(_ body: (RawSpan, ADTSBlock) throws(E) -> Void) throws(E) {
        let window = carried
        carried = []
        tagBytes = 0
        _ = try read(window.span.bytes, upTo: window.count, base: byteCount - window.count, isEnd: true, body)
        synchroniser = ADTSSynchroniser()
    }

    /// Reads what begins before `limit` of `bytes`, whose offset in the stream is `base`. Returns the offset of the
    /// first byte that is not decided on.
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
