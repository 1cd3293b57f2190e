/// Why a relay cannot use a directory.
public struct DirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. More may be added.
    public struct Code: Hashable, Sendable {
        private enum Value { case invalidSettings, unreadableFile, unavailable, refused }

        private let value: Value

        /// A setting cannot be used as it is written.
        public static let invalidSettings = Code(value: .invalidSettings)
        /// A file that the settings name cannot be read.
        public static let unreadableFile = Code(value: .unreadableFile)
        /// etcd does not answer, or not as etcd does.
        public static let unavailable = Code(value: .unavailable)
        /// etcd refuses the user or what it asks for.
        public static let refused = Code(value: .refused)
    }

    /// The kind of error.
    public let code: Code
    /// One sentence: what is wrong and what to do. It has no secret.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}
