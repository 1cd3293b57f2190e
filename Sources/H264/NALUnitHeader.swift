import BitCoding

/// The first byte of a NAL unit (H.264 7.3.1).
///
/// Types 14, 20 and 21 have one to three more header bytes, which belong to SVC, MVC and 3D-AVC. This type does not
/// contain them.
///
///      0 1 2 3 4 5 6 7
///     +-+---+---------+
///     |F|NRI|  type   |
///     +-+---+---------+
public struct NALUnitHeader: Hashable, Sendable {
    /// `nal_ref_idc`, 0 to 3. With 0, no other picture is predicted from this one.
    public let referenceIDC: UInt8
    /// `nal_unit_type`.
    public let type: NALUnitType
    /// `forbidden_zero_bit`. Only damage sets it, or a gateway that marks damage.
    public let forbiddenZeroBit: Bool

    /// Parses a header byte. Every value is valid.
    public init(_ byte: UInt8) {
        referenceIDC = byte >> 5 & 0b11
        type = NALUnitType(rawValue: byte)
        forbiddenZeroBit = byte & 0x80 != 0
    }

    /// Creates a header with `forbidden_zero_bit` 0. `referenceIDC` must be 0 to 3.
    public init(type: NALUnitType, referenceIDC: UInt8) {
        precondition(referenceIDC <= 3, "nal_ref_idc has two bits")
        self.referenceIDC = referenceIDC
        self.type = type
        forbiddenZeroBit = false
    }

    /// The header as a byte.
    public var byte: UInt8 {
        (forbiddenZeroBit ? 0x80 : 0) | referenceIDC << 5 | type.rawValue
    }
}

/// The header fields of a span that holds a NAL unit.
extension RawSpan {
    /// The first header byte; `nil` if the span is empty.
    var header: NALUnitHeader? { isEmpty ? nil : NALUnitHeader(self[0]) }

    /// The length of the NAL unit header in bytes (7.3.1): 1, for SVC and MVC 4, for 3D-AVC 3 or 4.
    var headerLength: Int {
        switch header?.type {
        case .prefix, .sliceExtension: 4
        case .sliceExtensionDepth: byteCount > 1 && self[1] & 0x80 != 0 ? 3 : 4
        default: 1
        }
    }

    /// The length of the start code at the front with all zero bytes before it; 0 if there is none.
    var startCodeLength: Int {
        var zeros = 0
        while zeros < byteCount, self[zeros] == 0 { zeros += 1 }
        return zeros >= 2 && zeros < byteCount && self[zeros] == 1 ? zeros + 1 : 0
    }

    /// The id of the parameter set: after profile and level in an SPS, first in a PPS and in an SPS extension.
    var parameterSetID: UInt32? {
        let isFirst = header?.type == .pps || header?.type == .spsExtension
        var bits = RBSPReader(at: isFirst ? 1 : 4)
        return try? bits.ue(self)
    }
}
