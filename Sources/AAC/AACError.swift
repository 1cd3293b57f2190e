import BitCoding

/// The error of a parser or writer of AAC.
///
/// Parsers throw it for every fault of their input and never trap. Programs use `code`. `message` is for people and
/// names the syntax element.
public struct AACError: Error, Hashable, Sendable {
    /// The class of an ``AACError``. A later version may add codes, so a `switch` over it needs a default.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name, stable across versions.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes end before the syntax does.
        public static let truncated = Self(rawValue: "truncated")
        /// A syntax element has a value that the standard reserves or that does not fit its bits.
        public static let outOfRange = Self(rawValue: "outOfRange")
        /// An audio object type whose configuration is not known here.
        public static let unsupportedObjectType = Self(rawValue: "unsupportedObjectType")
        /// There is no ADTS header at this place.
        public static let invalidHeader = Self(rawValue: "invalidHeader")
        /// The configuration or the frame cannot be carried in ADTS.
        public static let notRepresentable = Self(rawValue: "notRepresentable")
    }

    /// The class of the error.
    public let code: Code
    /// A description of the fault with the name of the syntax element.
    public let message: String

    /// Makes an error of its class and a text for people.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension AACError: CustomStringConvertible {
    /// The class and the text, as in `outOfRange: samplingFrequencyIndex 13`.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension BitReader {
    /// Reads the next `count` bits, 0 to 32.
    ///
    /// - Throws: ``AACError`` with the code `truncated` if fewer bits are left.
    mutating func read(_ count: Int) throws(AACError) -> UInt32 {
        guard let value = next(count) else {
            throw AACError(.truncated, "\(count) bits where \(remaining) are left")
        }
        return value
    }

    /// Reads the next `count` bits, at most 8, as a byte.
    mutating func byte(_ count: Int = 8) throws(AACError) -> UInt8 {
        UInt8(truncatingIfNeeded: try read(count))
    }

    /// Reads the next bit.
    mutating func flag() throws(AACError) -> Bool {
        try read(1) == 1
    }
}
