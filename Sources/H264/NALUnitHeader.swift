/// The first byte of a NAL unit (H.264 7.3.1).
///
/// Types 14, 20 and 21 have one to three more header bytes, which belong to SVC, MVC and 3D-AVC and are not read here.
///
///      0 1 2 3 4 5 6 7
///     +-+---+---------+
///     |F|NRI|  type   |
///     +-+---+---------+
public struct NALUnitHeader: Hashable, Sendable {
    /// `nal_ref_idc`, 0 to 3. With 0 no other picture is predicted from this one.
    public let referenceIDC: UInt8
    /// `nal_unit_type`.
    public let type: NALUnitType
    /// `forbidden_zero_bit`: set only by damage, or by a gateway that marks damage.
    public let forbiddenZeroBit: Bool

    /// Reads a header byte; every byte is one.
    public init(_ byte: UInt8) {
        referenceIDC = byte >> 5 & 0b11
        type = NALUnitType(rawValue: byte)
        forbiddenZeroBit = byte & 0x80 != 0
    }

    /// Builds a header with `forbidden_zero_bit` 0. `referenceIDC` must be 0 to 3.
    public init(type: NALUnitType, referenceIDC: UInt8) {
        precondition(referenceIDC <= 3, "nal_ref_idc has two bits")
        self.referenceIDC = referenceIDC
        self.type = type
        forbiddenZeroBit = false
    }

    /// The header as the byte it is on the wire.
    public var byte: UInt8 {
        (forbiddenZeroBit ? 0x80 : 0) | referenceIDC << 5 | type.rawValue
    }
}
