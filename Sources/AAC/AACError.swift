/// What is wrong with the AAC bytes or configuration that were given.
///
/// Everything that parses bytes from outside throws this and never traps. `code` is meant for programs, `message`
/// for people: it names the syntax element.
public struct AACError: Error, Hashable, Sendable {
    /// The class of an ``AACError``.
    ///
    /// Open on purpose: a later version may add codes, so a `switch` over it needs a default.
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
    /// What went wrong, with the syntax element's name from the standard.
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
