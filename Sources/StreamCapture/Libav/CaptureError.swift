/// Why capturing or encoding cannot begin or go on.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing is wrong; programs turn it into an exit code.
    public struct Code: Hashable, Sendable {
        private enum Base {
            case usage, badData, noInput, unavailable, permissionDenied, failure, stopped
        }

        private let base: Base

        /// What was asked for makes no sense, or cannot be done by this encoder or device.
        public static let usage = Code(base: .usage)
        /// The input's bytes are not what they should be.
        public static let badData = Code(base: .badData)
        /// The input or device is not there, or cannot be read.
        public static let noInput = Code(base: .noInput)
        /// Something that is needed is missing or does not answer.
        public static let unavailable = Code(base: .unavailable)
        /// The system does not let this user have the device or file.
        public static let permissionDenied = Code(base: .permissionDenied)
        /// Anything else.
        public static let failure = Code(base: .failure)
        /// It was told to stop; nothing is wrong.
        public static let stopped = Code(base: .stopped)
    }

    public let code: Code
    /// One sentence that says what is wrong and what to do.
    public let reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
