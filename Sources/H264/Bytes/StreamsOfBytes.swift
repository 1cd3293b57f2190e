// Byte streams and samples, for programs: they take `Span<UInt8>`, which cannot be a view of values of another type, or
// any collection of bytes. Inside this package they take `RawSpan`.

extension AnnexBSplitter {
    /// Processes the next bytes of the stream and passes every NAL unit that they complete to `body`, in order.
    ///
    /// A unit has its header byte and no start code. It is valid during the call only. If `body` throws, the rest of
    /// `bytes` is dropped, and the next call begins before a start code, like the first one.
    public mutating func push<E: Error>(
        _ bytes: Span<UInt8>,
        _ body: (Span<UInt8>, AnnexBPosition) throws(E) -> Void
    ) throws(E) {
        try push(bytes.bytes) { unit, position throws(E) in try body(Span(_bytes: unit), position) }
    }

    /// Processes the next bytes of the stream and passes every NAL unit that they complete to `body`, in order.
    ///
    /// A unit has its header byte and no start code. It is valid during the call only. If `body` throws, the rest of
    /// `bytes` is dropped, and the next call begins before a start code, like the first one.
    public mutating func push<E: Error>(
        _ bytes: some Collection<UInt8>,
        _ body: (Span<UInt8>, AnnexBPosition) throws(E) -> Void
    ) throws(E) {
        let bytes = Array(bytes)[...]
        try push(bytes.span, body)
    }

    /// Hands out the last NAL unit at the end of the stream, and is ready for another stream after it.
    ///
    /// Offsets and counters go on.
    @_disfavoredOverload
    public mutating func finish<E: Error>(_ body: (Span<UInt8>, AnnexBPosition) throws(E) -> Void) throws(E) {
        try finish { (unit: RawSpan, position) throws(E) in try body(Span(_bytes: unit), position) }
    }

    /// Passes the open NAL unit to `body` if it has any bytes, although no start code has followed it.
    ///
    /// In a byte stream the end of a NAL unit is known only when the next one begins. An encoder writes whole access
    /// units, so after some milliseconds of silence the caller may assume that the open unit is complete. If it is not,
    /// the bytes up to the next start code are skipped and counted in ``Skipped/truncatedUnits``.
    @_disfavoredOverload
    public mutating func flush<E: Error>(_ body: (Span<UInt8>, AnnexBPosition) throws(E) -> Void) throws(E) {
        try flush { (unit: RawSpan, position) throws(E) in try body(Span(_bytes: unit), position) }
    }
}

extension AnnexBCursor {
    /// Returns the next NAL unit; `nil` after the last one.
    ///
    /// - Parameter bytes: The same buffer in every call.
    public mutating func next(in bytes: Span<UInt8>) -> Unit? { next(in: bytes.bytes) }
}

extension AnnexB {
    /// Appends a start code and `unit`, which includes its header byte.
    public static func append(_ unit: Span<UInt8>, to bytes: inout [UInt8], startCode: StartCode = .long) {
        append(unit.bytes, to: &bytes, startCode: startCode)
    }

    /// Appends a start code and `unit`, which includes its header byte.
    public static func append(_ unit: some Collection<UInt8>, to bytes: inout [UInt8], startCode: StartCode = .long) {
        let unit = Array(unit)[...]
        append(unit.span, to: &bytes, startCode: startCode)
    }

    /// Converts a sample with length fields to Annex B format. It omits empty units.
    ///
    /// - Throws: `invalidLength` if a length field is cut off or exceeds the sample.
    public static func bytes(
        fromSample sample: Span<UInt8>,
        lengthSize: NALUnitLengthSize = .four,
        startCode: StartCode = .long
    ) throws(H264Error) -> [UInt8] {
        try bytes(fromSample: sample.bytes, lengthSize: lengthSize, startCode: startCode)
    }

    /// Converts a sample with length fields to Annex B format. It omits empty units.
    ///
    /// - Throws: `invalidLength` if a length field is cut off or exceeds the sample.
    public static func bytes(
        fromSample sample: some Collection<UInt8>,
        lengthSize: NALUnitLengthSize = .four,
        startCode: StartCode = .long
    ) throws(H264Error) -> [UInt8] {
        let sample = Array(sample)[...]
        return try bytes(fromSample: sample.span, lengthSize: lengthSize, startCode: startCode)
    }
}

extension AVCC {
    /// Appends the length of `unit` and then `unit`, which includes its header byte.
    ///
    /// - Throws: `invalidLength` if the unit is too large for the length field; `bytes` is then unchanged.
    public static func append(
        _ unit: Span<UInt8>,
        to bytes: inout [UInt8],
        lengthSize: NALUnitLengthSize = .four
    ) throws(H264Error) {
        try append(unit.bytes, to: &bytes, lengthSize: lengthSize)
    }

    /// Converts a whole buffer in Annex B format to one sample. It omits empty units.
    ///
    /// - Throws: `invalidLength` if a unit is too large for the length field.
    public static func sample(
        fromAnnexB bytes: Span<UInt8>,
        lengthSize: NALUnitLengthSize = .four
    ) throws(H264Error) -> [UInt8] {
        try sample(fromAnnexB: bytes.bytes, lengthSize: lengthSize)
    }

    /// Converts a whole buffer in Annex B format to one sample. It omits empty units.
    ///
    /// - Throws: `invalidLength` if a unit is too large for the length field.
    public static func sample(
        fromAnnexB bytes: some Collection<UInt8>,
        lengthSize: NALUnitLengthSize = .four
    ) throws(H264Error) -> [UInt8] {
        let bytes = Array(bytes)[...]
        return try sample(fromAnnexB: bytes.span, lengthSize: lengthSize)
    }
}

extension AVCCCursor {
    /// Returns the range of the next NAL unit, which may be empty; `nil` at the end of the sample.
    ///
    /// - Parameter sample: The same sample in every call.
    /// - Throws: `invalidLength` if a length field is cut off or exceeds the sample. Every later call throws too.
    public mutating func next(in sample: Span<UInt8>) throws(H264Error) -> Range<Int>? { try next(in: sample.bytes) }
}

extension AccessUnitAssembler {
    /// Adds the next NAL unit, header byte first and without a start code. Empty NAL units are ignored.
    ///
    /// - Returns: The previous access unit if `nal` begins a new one.
    /// - Throws: `accessUnitTooLarge` instead of returning an access unit that exceeds the limit. `nal` is added
    ///   nevertheless, and the next call continues with the access unit that it began.
    public mutating func append(_ nal: Span<UInt8>) throws(H264Error) -> AccessUnit? { try append(nal.bytes) }

    /// Adds the next NAL unit, header byte first and without a start code. Empty NAL units are ignored.
    ///
    /// - Returns: The previous access unit if `nal` begins a new one.
    /// - Throws: `accessUnitTooLarge` instead of returning an access unit that exceeds the limit. `nal` is added
    ///   nevertheless, and the next call continues with the access unit that it began.
    public mutating func append(_ nal: some Collection<UInt8>) throws(H264Error) -> AccessUnit? {
        let nal = Array(nal)[...]
        return try append(nal.span)
    }
}
