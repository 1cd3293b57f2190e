/// Cuts a byte stream in Annex B format (H.264 B.1) into NAL units as it arrives.
///
/// What is handed out does not depend on where the input is cut. A NAL unit that lies whole in one chunk is handed out
/// as a view of it; only a unit that crosses chunks is copied, once, and never more than ``maximumNALUnitSize`` bytes
/// of it are held.
///
/// Start codes of three and four bytes and any number of zero bytes around NAL units are accepted. Tolerated beyond the
/// standard, because real streams hold it:
/// - bytes before the first start code are skipped and counted in ``Skipped/garbage``;
/// - a start code with nothing behind it gives an empty unit, so that who counts units sees it;
/// - three zero bytes inside a NAL unit, though forbidden there, end it only where a start code follows.
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
        /// What came of those units after the flush.
        public internal(set) var truncatedBytes = 0

        /// Nothing skipped.
        public init() {}
    }

    /// The default of ``maximumNALUnitSize``: 16 MiB. A coded picture of level 6.2 in 4:4:4 with all of its macroblocks
    /// in one slice may in theory be larger; streams meant to be sent are two orders of magnitude below.
    public static let defaultMaximumNALUnitSize = 16 << 20

    /// NAL units of more bytes than this, header byte included, are left out and counted in ``skipped``.
    public let maximumNALUnitSize: Int
    /// What was left out so far.
    public private(set) var skipped = Skipped()
    /// Bytes taken so far.
    public private(set) var byteCount = 0

    /// What the bytes since the last start code are.
    private enum Open {
        /// Before the first start code.
        case garbage
        case unit(AnnexBPosition)
        /// The rest of a unit that is too large.
        case oversize
        /// What follows a unit that was flushed; the flag tells whether anything did.
        case flushed(continued: Bool)
    }

    private var open = Open.garbage
    /// The open unit's bytes from earlier chunks, up to its last byte that is not zero.
    private var carried: [UInt8] = []
    /// Zero bytes behind those: padding, the beginning of a start code, or part of the unit.
    private var zeros = 0

    /// Starts before the first start code. `maximumNALUnitSize` is in bytes and at least 1.
    public init(maximumNALUnitSize: Int = defaultMaximumNALUnitSize) {
        precondition(maximumNALUnitSize > 0)
        self.maximumNALUnitSize = maximumNALUnitSize
    }

    /// Takes the next bytes of the stream and hands out every NAL unit that they complete, in order.
    ///
    /// A unit is passed without start code, with its header byte; it is valid during the call only. When `body` throws,
    /// the rest of `bytes` is dropped and the next call begins before a start code, as at first.
    public mutating func push<E: Error>(
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
    public mutating func finish<E: Error>(_ body: (RawSpan, AnnexBPosition) throws(E) -> Void) throws(E) {
        zeros = 0
        try close(with: RawSpan(), body)
        open = .garbage
    }

    /// Hands out the open NAL unit, if it has any bytes, although no start code after it was seen.
    ///
    /// In a byte stream the end of a NAL unit is known only when the next one begins. An encoder writes whole access
    /// units, so that after some milliseconds of silence the caller may take the open unit for complete. Where that was
    /// wrong, the bytes up to the next start code are skipped and counted in ``Skipped/truncatedUnits``.
    public mutating func flush<E: Error>(_ body: (RawSpan, AnnexBPosition) throws(E) -> Void) throws(E) {
        guard case .unit = open, !carried.isEmpty else { return }
        let padding = zeros
        zeros = 0
        try close(with: RawSpan(), body)
        open = .flushed(continued: false)
        zeros = padding
    }

    /// Opens the unit whose first byte is at `offset`, behind a start code with `zeros` zero bytes before its 01.
    private mutating func begin(at offset: Int, zeros: Int) {
        let length = zeros > 2 ? 4 : 3
        open = .unit(AnnexBPosition(offset: offset - length, startCodeLength: length))
    }

    /// Ends what is open with `bytes`, which do not end with a zero byte, and hands it out if it is a unit.
    private mutating func close<E: Error>(
        with bytes: RawSpan,
        _ body: (RawSpan, AnnexBPosition) throws(E) -> Void
    ) throws(E) {
        // Should `body` throw, what follows is unknown: it counts as garbage.
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

    /// Adds `bytes`, which are not empty and do not end with a zero byte, to what is open.
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
    /// The end of `range` without the zero bytes at its end.
    fileprivate func endWithoutZeros(in range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound, self[end &- 1] == 0 {
            end &-= 1
        }
        return end
    }
}
