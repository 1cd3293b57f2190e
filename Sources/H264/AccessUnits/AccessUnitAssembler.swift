/// Collects NAL units into access units, each in a buffer of its own.
///
/// Pass every NAL unit of a stream in order. The assembler returns an access unit when the next one begins. If an access
/// unit at which decoding can begin (``AccessUnitInfo/isStart``) lacks parameter sets that are in force, the assembler
/// inserts them before the first SEI message or slice: those that its slices refer to, and those that pictures up to the
/// next such access unit may refer to. It also returns the access units before the first random access point; their
/// ``AccessUnitInfo/followsRandomAccess`` is `false`.
///
/// Bytes are copied once, into the buffer that is returned.
public struct AccessUnitAssembler: Sendable {
    /// The default of ``maximumAccessUnitSize``, 16 MiB: 4 Gbit/s at 30 frames a second, more than the highest level
    /// allows the widest profile (table A-1, MaxBR; table A-2).
    public static let defaultMaximumAccessUnitSize = 16 << 20

    /// The largest size of an access unit in bytes, including start codes.
    public let maximumAccessUnitSize: Int
    /// The parameter sets received so far.
    public var parameterSets: ParameterSets { detector.parameterSets }

    private var detector = AccessUnitDetector()
    private var buffer: [UInt8] = []
    /// The expected size of the next access unit in bytes.
    private var expectedSize = 0
    /// Prefix NAL units in Annex B format, which belong to the same access unit as the next NAL unit.
    private var undecided: [UInt8] = []
    private var inserter = ParameterSetInserter()
    /// The SPS that the slices of the current access unit refer to.
    private var sps: ParameterSets.Entry<SequenceParameterSet>?
    /// Whether the current access unit exceeds the limit. Its bytes are dropped.
    private var hasOverflown = false

    /// Starts before the first NAL unit.
    ///
    /// - Parameter maximumAccessUnitSize: In bytes, above 0.
    public init(maximumAccessUnitSize: Int = Self.defaultMaximumAccessUnitSize) {
        precondition(maximumAccessUnitSize > 0, "no access unit would fit")
        self.maximumAccessUnitSize = maximumAccessUnitSize
    }

    /// Adds the next NAL unit, header byte first and without a start code. Empty NAL units are ignored.
    ///
    /// - Returns: The previous access unit if `nal` begins a new one.
    /// - Throws: `accessUnitTooLarge` instead of returning an access unit that exceeds the limit. `nal` is added
    ///   nevertheless, and the next call continues with the access unit that it began.
    package mutating func append(_ nal: RawSpan) throws(H264Error) -> AccessUnit? {
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

    /// Ends the current access unit, at the end of the stream or when the source pauses. The next NAL unit begins
    /// another access unit of the same stream.
    ///
    /// - Returns: The current access unit; `nil` if it is empty.
    /// - Throws: `accessUnitTooLarge` instead of returning an access unit that exceeds the limit.
    public mutating func flush() throws(H264Error) -> AccessUnit? {
        if !hasOverflown { buffer.append(contentsOf: undecided) }
        undecided.removeAll(keepingCapacity: true)
        return try take(detector.finish())?.get()
    }

    /// Appends the undecided NAL units and `nal` to the current access unit.
    private mutating func collect(_ nal: RawSpan) {
        if sps == nil, let id = detector.current.sequenceParameterSetID { sps = parameterSets.sps(id) }
        if !hasOverflown {
            if buffer.isEmpty {
                let size = undecided.count + AnnexB.StartCode.long.rawValue + nal.byteCount
                buffer.reserveCapacity(max(expectedSize, size))
            }
            buffer.append(contentsOf: undecided)
            if detector.current.isStart {
                inserter.insertMissing(nal, detector.parameterSets, into: &buffer, limit: maximumAccessUnitSize)
            }
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

    /// Drops the current access unit if it exceeds the limit.
    private mutating func checkSize() {
        guard buffer.count + undecided.count > maximumAccessUnitSize else { return }
        hasOverflown = true
        buffer = []
        undecided = []
    }

    /// Returns the complete access unit, and reserves a new buffer for the next one.
    private mutating func take(_ info: AccessUnitInfo?) -> Result<AccessUnit, H264Error>? {
        guard let info else { return nil }
        let bytes = exchange(&buffer, with: [])
        // The next one is about as large, unless this is the key frame of a group of pictures.
        expectedSize = info.isStart ? bytes.count / 4 : bytes.count
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
