/// What is wrong with the H.264 bytes that were given.
///
/// Everything that parses bytes from outside throws this and never traps. `code` is meant for programs, `message`
/// for people: it names the syntax element.
public struct H264Error: Error, Hashable, Sendable {
    /// The class of an ``H264Error``.
    ///
    /// Open on purpose: a later version may add codes, so a `switch` over it needs a default.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name, stable across versions.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes end before the syntax does.
        public static let truncated = Self(rawValue: "truncated")
        /// A syntax element is outside the range that the standard gives it.
        public static let outOfRange = Self(rawValue: "outOfRange")
        /// The NAL unit is not of the type that was asked for, or has its forbidden_zero_bit set.
        public static let wrongNALUnitType = Self(rawValue: "wrongNALUnitType")
        /// A slice refers to a parameter set that has not been received.
        public static let missingParameterSet = Self(rawValue: "missingParameterSet")
        /// An access unit is larger than its reader allows.
        public static let accessUnitTooLarge = Self(rawValue: "accessUnitTooLarge")
        /// A NAL unit is larger than its reader allows.
        public static let nalUnitTooLarge = Self(rawValue: "nalUnitTooLarge")
        /// An `AVCDecoderConfigurationRecord` cannot be read or written.
        public static let invalidConfigurationRecord = Self(rawValue: "invalidConfigurationRecord")
        /// The length in front of a NAL unit does not fit the bytes that follow it.
        public static let invalidLength = Self(rawValue: "invalidLength")
    }

    /// The class of the error.
    public let code: Code
    /// What went wrong, with the syntax element's name from the standard.
    public let message: String

    /// Makes an error of its class and a text for people.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension H264Error: CustomStringConvertible {
    /// The class and the text, as in `outOfRange: chroma_format_idc 4`.
    public var description: String { "\(code.rawValue): \(message)" }
}
