// The parsers of single NAL units and boxes, for programs: they take `Span<UInt8>`, which cannot be a view of values of
// another type, or any collection of bytes. Inside this package they take `RawSpan`.

extension SequenceParameterSet {
    /// Reads an SPS or subset SPS NAL unit, header byte first, with or without a start code.
    ///
    /// - Throws: `wrongNALUnitType`, `truncated`, or `outOfRange` with the syntax element's name.
    public init(_ nalUnit: Span<UInt8>) throws(H264Error) { try self.init(nalUnit.bytes) }

    /// Reads an SPS or subset SPS NAL unit, header byte first, with or without a start code.
    ///
    /// - Throws: `wrongNALUnitType`, `truncated`, or `outOfRange` with the syntax element's name.
    public init(_ nalUnit: some Collection<UInt8>) throws(H264Error) {
        let nalUnit = Array(nalUnit)[...]
        try self.init(nalUnit.span)
    }
}

extension PictureParameterSet {
    /// Reads a PPS NAL unit, header byte first, with or without a start code.
    ///
    /// - Throws: `wrongNALUnitType`, `truncated`, or `outOfRange` with the syntax element's name.
    public init(_ nalUnit: Span<UInt8>) throws(H264Error) { try self.init(nalUnit.bytes) }

    /// Reads a PPS NAL unit, header byte first, with or without a start code.
    ///
    /// - Throws: `wrongNALUnitType`, `truncated`, or `outOfRange` with the syntax element's name.
    public init(_ nalUnit: some Collection<UInt8>) throws(H264Error) {
        let nalUnit = Array(nalUnit)[...]
        try self.init(nalUnit.span)
    }
}

extension ParameterSets {
    /// Keeps a NAL unit that is an SPS, SPS extension, subset SPS or PPS, and ignores every other.
    ///
    /// - Parameter nal: The NAL unit, header byte first.
    /// - Returns: Whether the set differs from the earlier one with the same id.
    /// - Throws: The error of the set's initializer, or `nalUnitTooLarge`. The earlier set with the same id then
    ///   remains.
    @discardableResult
    public mutating func remember(_ nal: Span<UInt8>) throws(H264Error) -> Bool { try remember(nal.bytes) }

    /// Keeps a NAL unit that is an SPS, SPS extension, subset SPS or PPS, and ignores every other.
    ///
    /// - Parameter nal: The NAL unit, header byte first.
    /// - Returns: Whether the set differs from the earlier one with the same id.
    /// - Throws: The error of the set's initializer, or `nalUnitTooLarge`. The earlier set with the same id then
    ///   remains.
    @discardableResult
    public mutating func remember(_ nal: some Collection<UInt8>) throws(H264Error) -> Bool {
        let nal = Array(nal)[...]
        return try remember(nal.span)
    }
}

extension SliceHeader {
    /// Parses the header of a slice or of slice data partition A (NAL unit types 1, 2 and 5), header byte first.
    ///
    /// - Throws: `missingParameterSet` if `parameterSets` lacks the PPS or its SPS; `wrongNALUnitType`, `truncated` or
    ///   `outOfRange`.
    public init(_ nal: Span<UInt8>, _ parameterSets: ParameterSets) throws(H264Error) {
        try self.init(nal.bytes, parameterSets)
    }

    /// Parses the header of a slice or of slice data partition A (NAL unit types 1, 2 and 5), header byte first.
    ///
    /// - Throws: `missingParameterSet` if `parameterSets` lacks the PPS or its SPS; `wrongNALUnitType`, `truncated` or
    ///   `outOfRange`.
    public init(_ nal: some Collection<UInt8>, _ parameterSets: ParameterSets) throws(H264Error) {
        let nal = Array(nal)[...]
        try self.init(nal.span, parameterSets)
    }
}

extension SliceStart {
    /// Parses the start of any slice except partitions B and C: NAL unit types 1, 2, 5, 19, 20 and 21.
    ///
    /// - Throws: `truncated`, or `outOfRange` with the name of the syntax element.
    public init(_ nal: Span<UInt8>) throws(H264Error) { try self.init(nal.bytes) }

    /// Parses the start of any slice except partitions B and C: NAL unit types 1, 2, 5, 19, 20 and 21.
    ///
    /// - Throws: `truncated`, or `outOfRange` with the name of the syntax element.
    public init(_ nal: some Collection<UInt8>) throws(H264Error) {
        let nal = Array(nal)[...]
        try self.init(nal.span)
    }
}

extension AVCDecoderConfigurationRecord {
    /// Parses the payload of an `avcC` box.
    ///
    /// - Throws: `invalidConfigurationRecord` for a version other than 1 and for length fields of three bytes,
    ///   `truncated` if the bytes end within the parameter sets, and `wrongNALUnitType` if a parameter set is not one.
    public init(_ bytes: Span<UInt8>) throws(H264Error) { try self.init(bytes.bytes) }

    /// Parses the payload of an `avcC` box.
    ///
    /// - Throws: `invalidConfigurationRecord` for a version other than 1 and for length fields of three bytes,
    ///   `truncated` if the bytes end within the parameter sets, and `wrongNALUnitType` if a parameter set is not one.
    public init(_ bytes: some Collection<UInt8>) throws(H264Error) {
        let bytes = Array(bytes)[...]
        try self.init(bytes.span)
    }
}

extension SEIMessage {
    /// Parses the recovery point in a message of type 6.
    ///
    /// - Parameter nal: The NAL unit that contains the message.
    /// - Throws: `wrongNALUnitType` if the message has another type, `truncated` or `outOfRange`.
    public func recoveryPoint(in nal: Span<UInt8>) throws(H264Error) -> RecoveryPoint {
        try recoveryPoint(in: nal.bytes)
    }
}

extension SEIMessage.Reader {
    /// Returns the next message; `nil` after the last one.
    ///
    /// - Parameter nal: The same NAL unit in every call.
    /// - Throws: `truncated` if a message exceeds the NAL unit.
    public mutating func next(in nal: Span<UInt8>) throws(H264Error) -> SEIMessage? { try next(in: nal.bytes) }
}

extension EmulationPrevention {
    /// Returns the bytes of a NAL unit, or of its payload, without the emulation prevention bytes.
    ///
    /// It removes every 3 after two zero bytes, whatever follows. Encoders violate the rule that a byte of 0 to 3 must
    /// follow, and decoders remove the 3 nevertheless. Parsers do not need this copy: they skip those bytes themselves.
    public static func removed(from bytes: Span<UInt8>) -> [UInt8] { removed(from: bytes.bytes) }

    /// Returns `bytes` with an emulation prevention byte wherever 7.4.1 requires one: between two zero bytes and a byte
    /// of 0 to 3, and after a zero byte at the end.
    public static func inserted(into bytes: Span<UInt8>) -> [UInt8] { inserted(into: bytes.bytes) }
}
