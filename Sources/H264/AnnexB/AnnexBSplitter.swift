import BitCoding

/// Splits a byte stream in Annex B format (H.264 B.1) into NAL units as it arrives.
///
/// The result does not depend on the boundaries of the input chunks. A NAL unit within one chunk is passed on as a view
/// of the chunk. Only a unit that crosses chunks is copied, once, and at most ``maximumNALUnitSize`` bytes of it are
/// held.
///
/// Start codes have three or four bytes, and any number of zero bytes may surround NAL units. The splitter tolerates
/// these deviations from the standard, which real streams contain:
/// - Bytes before the first start code are skipped and counted in ``Skipped/garbage``.
/// - A start code that another one follows directly produces an empty unit, so that callers can count it.
/// - Three zero bytes inside a NAL unit, which the standard forbids, end it only if a start code follows.
public struct AnnexBSplitter: Sendable {
    /// Bytes that were not handed out although they were neither start code nor zero padding.
    public struct Skipped: Hashable, Sendable {
        /// Bytes before the first start code.
        public internal(set) var garbage = 0
        /// NAL units larger than ``AnnexBSplitter/maximumNALUnitSize``, left out whole.
        public internal(set) var oversizeUnits = 0
        /// The bytes of those units.
        public internal(set) var oversizeBytes = 0
        /// NAL units that ``AnnexBSplitter/flush(_:)`` handed out although more of them was to come.
        public internal(set) var truncatedUnits = 0
        /// The bytes of those units that came after the flush.
        public internal(set) var truncatedBytes = 0

        /// Nothing skipped.
        public init() {}
    }

    /// The default of ``maximumNALUnitSize``, 16 MiB. A coded picture of level 6.2 in 4:4:4 with all macroblocks in one
    /// slice may be larger in theory; streams for transmission are two orders of magnitude smaller.
    public static let defaultMaximumNALUnitSize = 16 << 20

    /// NAL units of more bytes than this, header byte included, are left out and counted in ``skipped``.
    public let maximumNALUnitSize: Int
    /// What the splitter has skipped so far.
    public private(set) var skipped = Skipped()
    /// How many bytes the splitter has received.
    public private(set) var byteCount = 0

    /// The kind of the bytes since the last start code.
    private enum Open {
        /// Before the first start code.
        case garbage
        case unit(AnnexBPosition)
        /// The rest of a unit that is too large.
        case oversize
        /// The rest of a flushed unit; the flag says whether there is any.
        case flushed(continued: Bool)
    }

    private var open = Open.garbage
    /// The open unit's bytes from earlier chunks, up to its last byte that is not zero.
    private var carried: [UInt8] = []
    /// The zero bytes after those: padding, the beginning of a start code, or part of the unit.
    private var zeros = 0

    /// Starts before the first start code. `maximumNALUnitSize` is in bytes and at least 1.
    public init(maximumNALUnitSize: Int = defaultMaximumNALUnitSize) {
        precondition(maximumNALUnitSize > 0)
        self.maximumNALUnitSize = maximumNALUnitSize
    }

    /// Processes the next bytes of the stream and passes every NAL unit that they complete to `body`, in order.
    ///
    /// A unit has its header byte and no start code. It is valid during the call only. If `body` throws, the rest of
    /// `bytes` is dropped, and the next call begins before a start code, like the first one.
    package mutating func push<E: Error>(
        _ bytes: RawSpan,
        _ body: (RawSpan, AnnexBPosition) throws(E) -> Void
    ) throws(E) {
        let base = byteCount
        byteCount += bytes.byteCount

        // Zero bytes at the front may complete a start code that began in an earlier chunk.
        var front = 0
        while front < bytes.byteCount, bytes[front] == 0 {
            front += 1
        }
        let run = zeros + front
        guard front < bytes.byteCount else {
            zeros = run
            return
        }
        var start = 0
        if run >= 2, bytes[front] == 1 {
            zeros = 0
            try close(with: bytes.extracting(0..<0), body)
            begin(at: base + front + 1, zeros: run)
            start = front + 1
        }

        var search = start
        while let prefix = StartCodeSearch.firstPrefix(in: bytes, from: search) {
            let end = bytes.endWithoutZeros(in: start..<prefix)
            try close(with: bytes.extracting(start..<end), body)
            begin(at: base + prefix + 3, zeros: prefix + 2 - end)
            start = prefix + 3
            search = start
        }

        let end = bytes.endWithoutZeros(in: start..<bytes.byteCount)
        if start < end {
            extend(with: bytes.extracting(start..<end))
        }
        zeros += bytes.byteCount - end
    }

    /// Hands out the last NAL unit at the end of the stream, and is ready for another stream after it.
    ///
    /// Offsets and counters go on.
    package mutating func finish<E: Error>(_ body: (RawSpan, AnnexBPosition) throws(E) -> Void) throws(E) {
        zeros = 0
        try close(with: RawSpan(), body)
        open = .garbage
    }

    /// Passes the open NAL unit to `body` if it has any bytes, although no start code has followed it.
    ///
    /// In a byte stream the end of a NAL unit is known only when the next one begins. An encoder writes whole access
    /// units, so after some milliseconds of silence the caller may assume that the open unit is complete. If it is not,
    /// the bytes up to the next start code are skipped and counted in ``Skipped/truncatedUnits``.
    package mutating func flush<E: Error>(_ body: (RawSpan, AnnexBPosition) throws(E) -> Void) throws(E) {
        guard case .unit = open, !carried.isEmpty else { return }
        let padding = zeros
        zeros = 0
        try close(with: RawSpan(), body)
        open = .flushed(continued: false)
        zeros = padding
    }

    /// Opens the unit whose first byte is at `offset`, after a start code with `zeros` zero bytes before its 01.
    private mutating func begin(at offset: Int, zeros: Int) {
        let length = zeros > 2 ? 4 : 3
        open = .unit(AnnexBPosition(offset: offset - length, startCodeLength: length))
    }

    /// Ends the open unit with `bytes`, which do not end with a zero byte, and passes it to `body`.
    private mutating func close<E: Error>(
        with bytes: RawSpan,
        _ body: (RawSpan, AnnexBPosition) throws(E) -> Void
    ) throws(E) {
        // If `body` throws, the kind of the following bytes is unknown: they count as garbage.
        if case .unit(let position) = open, carried.isEmpty, zeros == 0, bytes.byteCount <= maximumNALUnitSize {
            open = .garbage
            return try body(bytes, position)
        }
        if !bytes.isEmpty {
            extend(with: bytes)
        }
        zeros = 0
        defer { carried.removeAll(keepingCapacity: true) }
        if case .unit(let position) = open {
            open = .garbage
            try body(carried.span.bytes, position)
        }
    }

    /// Adds `bytes`, which are not empty and do not end with a zero byte, to the open unit.
    private mutating func extend(with bytes: RawSpan) {
        let count = zeros + bytes.byteCount
        let padding = zeros
        zeros = 0
        switch open {
        case .garbage:
            skipped.garbage += count
        case .unit where count > maximumNALUnitSize - carried.count:
            skipped.oversizeUnits += 1
            skipped.oversizeBytes += carried.count + count
            carried.removeAll()
            open = .oversize
        case .unit:
            carried.append(contentsOf: repeatElement(0, count: padding))
            carried.append(copying: bytes)
        case .oversize:
            skipped.oversizeBytes += count
        case .flushed(let continued):
            skipped.truncatedUnits += continued ? 0 : 1
            skipped.truncatedBytes += count
            open = .flushed(continued: true)
        }
    }
}

extension RawSpan {
    /// The end of `range` without its trailing zero bytes.
    fileprivate func endWithoutZeros(in range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound, self[end &- 1] == 0 {
            end &-= 1
        }
        return end
    }
}
