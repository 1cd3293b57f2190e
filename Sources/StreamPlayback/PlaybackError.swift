/// Why a stream cannot be played, or no picture of it be taken.
public struct PlaybackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error. Later versions may add more.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, stable across versions.
        public let description: String

        /// The relay has no such stream.
        public static let noStream = Code(description: "no-stream")
        /// The stream has no track of video that can be decoded.
        public static let noVideo = Code(description: "no-video")
        /// No picture came in time.
        public static let noPicture = Code(description: "no-picture")
        /// A picture cannot be encoded as an image.
        public static let notEncoded = Code(description: "not-encoded")
        /// There is no screen, or nothing can be drawn on it.
        public static let noScreen = Code(description: "no-screen")
        /// The system cannot create a thread.
        public static let noThread = Code(description: "no-thread")
    }

    /// The kind of the error.
    public let code: Code
    /// One sentence that says what is wrong and what to do.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        (self.code, self.reason) = (code, reason)
    }

    /// The ``reason``.
    public var description: String { reason }
}
