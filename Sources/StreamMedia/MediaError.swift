/// Why a stream cannot be read or written.
public struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error. Later versions may add more, so a `switch` over it needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, stable across versions.
        public let description: String

        /// The codec configuration cannot be parsed, is too long, or is of a kind that is not known.
        public static let invalidConfiguration = Code(description: "invalid-configuration")
        /// There is no elementary stream of the codec.
        public static let unsupportedCodec = Code(description: "unsupported-codec")
        /// The elementary stream cannot hold the format, or the frame.
        public static let notRepresentable = Code(description: "not-representable")
    }

    /// The kind of the error.
    public let code: Code
    /// One sentence that says what is wrong.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The reason, and the name of the code in parentheses.
    public var description: String { "\(reason) (\(code))" }
}
