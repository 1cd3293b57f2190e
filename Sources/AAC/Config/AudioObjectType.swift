import BitCoding

/// `audioObjectType`: the kind of AAC (ISO/IEC 14496-3 table 1.17).
public struct AudioObjectType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number in the table, 1 to 95.
    public let rawValue: UInt8

    /// Makes an object type of its number; see ``isSupported`` for those whose configuration can be read.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// AAC Main, 1.
    public static let main = Self(rawValue: 1)
    /// AAC LC, 2, which nearly all streams use.
    public static let lowComplexity = Self(rawValue: 2)
    /// AAC SSR, 3.
    public static let scalableSampleRate = Self(rawValue: 3)
    /// AAC LTP, 4.
    public static let longTermPrediction = Self(rawValue: 4)
    /// SBR, 5: as an outer type the mark of HE-AAC.
    public static let spectralBandReplication = Self(rawValue: 5)
    /// AAC Scalable, 6.
    public static let scalable = Self(rawValue: 6)
    /// ER AAC LC, 17.
    public static let errorResilientLowComplexity = Self(rawValue: 17)
    /// ER AAC LTP, 19.
    public static let errorResilientLongTermPrediction = Self(rawValue: 19)
    /// ER AAC Scalable, 20.
    public static let errorResilientScalable = Self(rawValue: 20)
    /// ER AAC LD, 23.
    public static let lowDelay = Self(rawValue: 23)
    /// PS, 29: as an outer type the mark of HE-AAC v2.
    public static let parametricStereo = Self(rawValue: 29)

    /// Whether an ``AudioSpecificConfig`` can have this object type.
    public var isSupported: Bool {
        [1, 2, 3, 4, 6].contains(rawValue) || isErrorResilient
    }

    var isErrorResilient: Bool { [17, 19, 20, 23].contains(rawValue) }
    var isScalable: Bool { self == .scalable || self == .errorResilientScalable }

    /// The short name, such as "AAC LC".
    public var description: String {
        switch self {
        case .main: "AAC Main"
        case .lowComplexity: "AAC LC"
        case .scalableSampleRate: "AAC SSR"
        case .longTermPrediction: "AAC LTP"
        case .spectralBandReplication: "SBR"
        case .scalable: "AAC Scalable"
        case .errorResilientLowComplexity: "ER AAC LC"
        case .errorResilientLongTermPrediction: "ER AAC LTP"
        case .errorResilientScalable: "ER AAC Scalable"
        case .lowDelay: "ER AAC LD"
        case .parametricStereo: "PS"
        default: "audio object type \(rawValue)"
        }
    }

    /// `GetAudioObjectType()`.
    static func parse(_ reader: inout BitReader) throws(AACError) -> Self {
        let short = try reader.byte(5)
        return Self(rawValue: short < 31 ? short : 32 + (try reader.byte(6)))
    }

    func write(to writer: inout BitWriter) {
        if rawValue < 31 {
            writer.write(rawValue, 5)
        } else {
            writer.write(31, 5)
            writer.write(rawValue - 32, 6)
        }
    }
}
