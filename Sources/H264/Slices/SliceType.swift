/// `slice_type` modulo 5 (table 7-6).
public enum SliceType: UInt8, Hashable, Sendable, CustomStringConvertible {
    /// Predicted from one list of reference pictures.
    case p = 0
    /// Predicted from two lists of reference pictures.
    case b = 1
    /// Predicted only from the same picture.
    case i = 2
    /// P for switching between streams (Extended profile).
    case sp = 3
    /// I for switching between streams (Extended profile).
    case si = 4

    /// The name in capitals, such as `SP`.
    public var description: String {
        switch self {
        case .p: "P"
        case .b: "B"
        case .i: "I"
        case .sp: "SP"
        case .si: "SI"
        }
    }

    /// Whether the slice can be decoded without other pictures.
    var isIntra: Bool { self == .i || self == .si }
}

/// The structure of a coded picture: a frame or one of its fields. Each field is an access unit of its own.
public enum PictureStructure: UInt8, Hashable, Sendable {
    /// `field_pic_flag` 0.
    case frame
    /// `field_pic_flag` 1, `bottom_field_flag` 0.
    case topField
    /// `bottom_field_flag` 1.
    case bottomField

    /// Whether this is a field.
    public var isField: Bool { self != .frame }
}
