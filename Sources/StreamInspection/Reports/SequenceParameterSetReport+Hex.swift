import BitCoding
import H264

extension SequenceParameterSetReport {
    /// Explains an SPS in hexadecimal digits, which white space, colons, commas or `0x` may separate.
    ///
    /// The SPS may have a start code and a NAL unit header. It may also be inside an `AVCDecoderConfigurationRecord`
    /// (the payload of an `avcC` box); the first SPS of the record is used.
    ///
    /// - Throws: One sentence that says what is wrong with the text.
    public init(hex text: String) throws(InspectionError) {
        guard let bytes = HexDigits.bytes(text), !bytes.isEmpty else {
            throw InspectionError("An SPS is to be given as pairs of hexadecimal digits, such as 6742c01e….")
        }
        do throws(H264Error) {
            let unit = try Self.unit(in: bytes)
            self.init(try SequenceParameterSet(unit.span.bytes), bytes: unit)
        } catch {
            throw InspectionError("This is no SPS that can be read: \(error.message); check that all of it was copied.")
        }
    }

    /// Finds the SPS NAL unit, header byte first, in the bytes.
    private static func unit(in bytes: [UInt8]) throws(H264Error) -> [UInt8] {
        if let record = try? AVCDecoderConfigurationRecord(bytes.span.bytes) {
            guard let first = record.sequenceParameterSets.first else {
                throw H264Error(.invalidConfigurationRecord, "an avcC record without SPS")
            }
            return first
        }
        var cursor = AnnexBCursor()
        var unit = bytes
        if let found = cursor.next(in: bytes.span.bytes), bytes[..<found.position.offset].allSatisfy({ $0 == 0 }) {
            unit = Array(bytes[found.payload])
        }
        guard let first = unit.first else {
            throw H264Error(.truncated, "nothing stands behind the start code")
        }
        // A profile_idc in its place cannot be mistaken for the header: as a header, no defined profile_idc has the
        // type of an SPS.
        let type = NALUnitHeader(first).type
        guard type != .sps, type != .subsetSPS, Self.profiles.contains(first) else { return unit }
        return [NALUnitHeader(type: .sps, referenceIDC: 3).byte] + unit
    }

    /// Every `profile_idc` of Annexes A, G, H and I.
    private static let profiles: Set<UInt8> = [
        44, 66, 77, 83, 86, 88, 100, 110, 118, 122, 128, 134, 135, 138, 139, 144, 244,
    ]
}

/// Bytes as pairs of hexadecimal digits.
enum HexDigits {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The bytes in `text`; `nil` if it contains anything but digits and separators.
    static func bytes(_ text: String) -> [UInt8]? {
        let words = text.split { $0.isWhitespace || $0 == ":" || $0 == "," || $0 == "-" }
        let digits = words.flatMap { $0.hasPrefix("0x") || $0.hasPrefix("0X") ? $0.dropFirst(2) : $0 }
        let values = digits.compactMap(\.hexDigitValue)
        guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}
