/// Collects NAL units into access units, each in a buffer of its own.
///
/// Fed every NAL unit of a stream in order, it hands out an access unit when the next one begins. A random access point
/// that lacks parameter sets gets those its slices refer to, as they were last received, in front of its first SEI
/// message or slice. What comes before the first random access point is handed out too:
/// ``AccessUnitInfo/followsRandomAccess`` tells it apart.
///
/// Bytes are copied once, into the buffer that is handed out.
public struct AccessUnitAssembler: Sendable {
    /// The default of ``maximumAccessUnitSize``, 16 MiB: 4 Gbit/s at 30 frames a second, more than the highest level
    /// allows the widest profile (table A-1, MaxBR; table A-2).
    public static let defaultMaximumAccessUnitSize = 16 << 20

    /// The size in bytes, start codes included, that no access unit may pass.
    public let maximumAccessUnitSize: Int
    /// The parameter sets that have come so far.
    public var parameterSets: ParameterSets { detector.parameterSets }

    private var detector = AccessUnitDetector()
    private var buffer: [UInt8] = []
    /// What the access unit to come is expected to have, in bytes.
    private var expectedSize = 0
    /// Prefix NAL units, in Annex B format, that belong wherever the next NAL unit does.
    private var undecided: [UInt8] = []
    private var inserter = ParameterSetInserter()
    /// The SPS that the slices of the current access unit refer to.
    private var sps: ParameterSets.Entry<SequenceParameterSet>?
    /// The current access unit has passed the limit, and its bytes are dropped.
    private var hasOverflown = false

    /// Starts before the first NAL unit, with a limit in bytes, over 0, on what is collected.
    public init(maximumAccessUnitSize: Int = Self.defaultMaximumAccessUnitSize) {
        precondition(maximumAccessUnitSize > 0, "no access unit would fit")
        self.maximumAccessUnitSize = maximumAccessUnitSize
    }

    /// Takes the next NAL unit, header byte first and without a start code, and hands out the access unit before it, if
    /// it begins a new one. Empty NAL units are dropped.
    ///
    /// Throws `accessUnitTooLarge` in place of an access unit that passed the limit; `nal` is taken all the same, and
    /// the next call goes on with the access unit that it began.
    public mutating func append(_ nal: RawSpan) throws(H264Error) -> AccessUnit? {
        guard !nal.isEmpty else { return nil }
        switch detector.place(nal) {
        case .undecided:
            hold(nal)
            return nil
        case .current:
            collect(nal)
            return nil
        case .next(let finished):
            let complete = take(finished)
            collect(nal)
            return try complete?.get()
        }
    }

    /// Hands out the access unit at hand, or `nil` where nothing is left: at the end of the stream, or when its source
    /// has gone quiet. What comes next begins an access unit of the same stream.
    ///
    /// Throws `accessUnitTooLarge` in place of an access unit that passed the limit.
    public mutating func flush() throws(H264Error) -> AccessUnit? {
        if !hasOverflown { buffer.append(contentsOf: undecided) }
        undecided.removeAll(keepingCapacity: true)
        return try take(detector.finish())?.get()
    }

    /// Appends to the current access unit what was undecided, and `nal`.
    private mutating func collect(_ nal: RawSpan) {
        if sps == nil, let id = detector.current.sequenceParameterSetID { sps = parameterSets.sps(id) }
        if !hasOverflown {
            if buffer.isEmpty {
                let size = undecided.count + AnnexB.StartCode.long.rawValue + nal.byteCount
                buffer.reserveCapacity(max(expectedSize, size))
            }
            buffer.append(contentsOf: undecided)
            if detector.current.isRandomAccess { inserter.insertMissing(nal, detector.parameterSets, into: &buffer) }
            inserter.note(nal, at: buffer.count)
            AnnexB.append(nal, to: &buffer)
        }
        undecided.removeAll(keepingCapacity: true)
        checkSize()
    }

    private mutating func hold(_ nal: RawSpan) {
        AnnexB.append(nal, to: &undecided)
        checkSize()
    }

    /// Drops everything where the limit is passed.
    private mutating func checkSize() {
        guard buffer.count + undecided.count > maximumAccessUnitSize else { return }
        hasOverflown = true
        buffer = []
        undecided = []
    }

    /// The access unit that is complete, with a new buffer in the place of its own.
    private mutating func take(_ info: AccessUnitInfo?) -> Result<AccessUnit, H264Error>? {
        guard let info else { return nil }
        let bytes = exchange(&buffer, with: [])
        // The next one is about as large, unless this was the large one of a group of pictures.
        expectedSize = info.isRandomAccess ? bytes.count / 4 : bytes.count
        let inserted = inserter.insertedCount
        inserter = ParameterSetInserter()
        defer { sps = nil }
        if hasOverflown {
            hasOverflown = false
            return .failure(H264Error(.accessUnitTooLarge, "an access unit of over \(maximumAccessUnitSize) bytes"))
        }
        return .success(AccessUnit(bytes: bytes, info: info, sps: sps, insertedParameterSetCount: inserted))
    }
}
