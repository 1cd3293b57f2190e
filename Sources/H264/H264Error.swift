/// The error of a parser or writer of H.264.
///
/// Parsers throw it for every fault of their input and never trap. Programs use `code`. `message` is for people and
/// names the syntax element.
public struct H264Error: Error, Hashable, Sendable {
    /// The class of an ``H264Error``. A later version may add codes, so a `switch` over it needs a default.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name, stable across versions.
        public let rawValue: String

        /// Creates a code with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes end before the syntax does.
        public static let truncated = Self(rawValue: "truncated")
        /// A syntax element is outside its range in the standard.
        public static let outOfRange = Self(rawValue: "outOfRange")
        /// The NAL unit has another type than the parser expects, or its `forbidden_zero_bit` is set.
        public static let wrongNALUnitType = Self(rawValue: "wrongNALUnitType")
        /// A slice refers to a parameter set that has not been received.
        public static let missingParameterSet = Self(rawValue: "missingParameterSet")
        /// An access unit is larger than the limit.
        public static let accessUnitTooLarge = Self(rawValue: "accessUnitTooLarge")
        /// A NAL unit is larger than the limit.
        public static let nalUnitTooLarge = Self(rawValue: "nalUnitTooLarge")
        /// An `AVCDecoderConfigurationRecord` cannot be read or written.
        public static let invalidConfigurationRecord = Self(rawValue: "invalidConfigurationRecord")
        /// The length field of a NAL unit does not match the bytes that follow it.
        public static let invalidLength = Self(rawValue: "invalidLength")
    }

    /// The class of the error.
    public let code: Code
    /// A description of the fault with the name of the syntax element.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension H264Error: CustomStringConvertible {
    /// The class and the text, as in `outOfRange: chroma_format_idc 4`.
    public var description: String { "\(code.rawValue): \(message)" }
}
