/// The error of a writer or reader of containers.
///
/// Readers throw it for every fault of their input and never trap. Programs use `code`. `message` is for people.
public struct ContainerError: Error, Hashable, Sendable {
    /// The class of a ``ContainerError``. A later version may add codes, so a `switch` over it needs a default.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name, stable across versions.
        public let rawValue: String

        /// Creates a code with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No track, too many tracks, or two tracks with the same number.
        public static let invalidTracks = Self(rawValue: "invalidTracks")
        /// A codec configuration cannot be read, or the container cannot describe it.
        public static let invalidDescription = Self(rawValue: "invalidDescription")
        /// A frame has no bytes that the container could hold, or is too large for it.
        public static let invalidFrame = Self(rawValue: "invalidFrame")
        /// The bytes are not a file that this library wrote, or they are damaged.
        public static let malformed = Self(rawValue: "malformed")
        /// A file holds more than the reader takes memory for.
        public static let limitExceeded = Self(rawValue: "limitExceeded")
    }

    /// The class of the error.
    public let code: Code
    /// A description of the fault.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ContainerError: CustomStringConvertible {
    /// The class and the text, as in `malformed: a trun box of 3 bytes`.
    public var description: String { "\(code.rawValue): \(message)" }
}
