/// `nal_unit_type`: the kind of a NAL unit (H.264 table 7-1).
///
/// All values 0 to 31 are valid. ``description`` marks those that the standard leaves open.
public struct NALUnitType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value of the five bits in the header, 0 to 31.
    public let rawValue: UInt8

    /// Uses the low five bits of `rawValue` and ignores the rest of the header byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue & 0x1f
    }

    /// A coded slice of a picture that is not IDR, 1.
    public static let nonIDRSlice = NALUnitType(rawValue: 1)
    /// Slice data partition A, 2: the slice header, macroblock types and motion vectors.
    public static let partitionA = NALUnitType(rawValue: 2)
    /// Slice data partition B, 3: the residual of intra macroblocks.
    public static let partitionB = NALUnitType(rawValue: 3)
    /// Slice data partition C, 4: the residual of inter macroblocks.
    public static let partitionC = NALUnitType(rawValue: 4)
    /// A coded slice of an IDR picture, 5.
    public static let idrSlice = NALUnitType(rawValue: 5)
    /// Supplemental enhancement information, 6.
    public static let sei = NALUnitType(rawValue: 6)
    /// A sequence parameter set, 7.
    public static let sps = NALUnitType(rawValue: 7)
    /// A picture parameter set, 8.
    public static let pps = NALUnitType(rawValue: 8)
    /// An access unit delimiter, 9.
    public static let accessUnitDelimiter = NALUnitType(rawValue: 9)
    /// The end of a coded video sequence, 10.
    public static let endOfSequence = NALUnitType(rawValue: 10)
    /// The end of the stream, 11.
    public static let endOfStream = NALUnitType(rawValue: 11)
    /// Filler data, 12.
    public static let fillerData = NALUnitType(rawValue: 12)
    /// A sequence parameter set extension, 13: the format of auxiliary pictures.
    public static let spsExtension = NALUnitType(rawValue: 13)
    /// A prefix NAL unit, 14: the SVC or MVC header of the slice that follows.
    public static let prefix = NALUnitType(rawValue: 14)
    /// A subset sequence parameter set, 15 (SVC, MVC).
    public static let subsetSPS = NALUnitType(rawValue: 15)
    /// A depth parameter set, 16 (3D-AVC).
    public static let depthParameterSet = NALUnitType(rawValue: 16)
    /// A coded slice of an auxiliary picture without partitioning, 19.
    public static let auxiliarySlice = NALUnitType(rawValue: 19)
    /// A coded slice extension, 20 (SVC, MVC).
    public static let sliceExtension = NALUnitType(rawValue: 20)
    /// A coded slice extension for a depth view component or a 3D-AVC texture view component, 21.
    public static let sliceExtensionDepth = NALUnitType(rawValue: 21)

    /// Whether this is a VCL NAL unit by Annex A (types 1 to 5): one that carries slices of a primary or redundant
    /// picture.
    public var isVCL: Bool {
        (1...5).contains(rawValue)
    }

    /// The name in words, such as "IDR slice".
    public var description: String {
        switch rawValue {
        case 1: "non-IDR slice"
        case 2: "slice data partition A"
        case 3: "slice data partition B"
        case 4: "slice data partition C"
        case 5: "IDR slice"
        case 6: "SEI"
        case 7: "SPS"
        case 8: "PPS"
        case 9: "access unit delimiter"
        case 10: "end of sequence"
        case 11: "end of stream"
        case 12: "filler data"
        case 13: "SPS extension"
        case 14: "prefix NAL unit"
        case 15: "subset SPS"
        case 16: "depth parameter set"
        case 17, 18, 22, 23: "reserved (\(rawValue))"
        case 19: "auxiliary slice"
        case 20: "slice extension"
        case 21: "slice extension for depth view"
        default: "unspecified (\(rawValue))"
        }
    }
}
