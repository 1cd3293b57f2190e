import StreamProtocol

/// Why a client could not go on, or why it lost a connection.
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble; more may come in later versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// The text is no address of a relay.
        public static let invalidAddress = Code(description: "invalid-address")
        /// No connection could be made.
        public static let unreachable = Code(description: "unreachable")
        /// The connection broke, or was closed without a word.
        public static let connectionLost = Code(description: "connection-lost")
        /// The connection stands, but nothing has come for too long.
        public static let relaySilent = Code(description: "relay-silent")
        /// The relay sent what this protocol does not allow.
        public static let protocolViolation = Code(description: "protocol-violation")
        /// The relay said why it ended the connection: see ``ClientError/ending``.
        public static let ended = Code(description: "ended")
        /// The relay's certificate is not trusted: its authority, its age, its names, or a pin.
        public static let certificateRefused = Code(description: "certificate-refused")
        /// The relay does not encrypt, and this client wants it.
        public static let notEncrypted = Code(description: "not-encrypted")
        /// The token would travel for everybody to read.
        public static let tokenInClear = Code(description: "token-in-clear")
        /// The settings for TLS cannot be used.
        public static let invalidSecurity = Code(description: "invalid-security")
        /// Relays sent the client on to one another too often.
        public static let redirectLoop = Code(description: "redirect-loop")
        /// A frame is longer than may be sent.
        public static let frameTooLong = Code(description: "frame-too-long")
        /// A frame belongs to a track that was not set.
        public static let unknownTrack = Code(description: "unknown-track")
        /// The publisher was finished or has stopped.
        public static let finished = Code(description: "finished")
    }

    public let code: Code
    /// One sentence for a person: what is wrong and what to do.
    public let reason: String
    /// What the relay said, where it did.
    public let ending: Ending?

    init(_ code: Code, _ reason: String, ending: Ending? = nil) {
        self.code = code
        self.reason = reason
        self.ending = ending
    }

    /// The relay ended the connection.
    init(_ ending: Ending) {
        self.init(.ended, ending.reason, ending: ending)
    }

    public var description: String { "\(reason) (\(ending.map { "\($0.code)" } ?? "\(code)"))" }
}
