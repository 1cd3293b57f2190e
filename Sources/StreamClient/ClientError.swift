import StreamProtocol

/// Why a client cannot go on, or why it lost a connection. All errors of this library are of this type, except for
/// `CancellationError`; the functions that a client calls for the program may throw their own.
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error. Later versions may add more.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, stable across versions.
        public let description: String

        /// The text is not a relay's address.
        public static let invalidAddress = Code(description: "invalid-address")
        /// No connection could be made.
        public static let unreachable = Code(description: "unreachable")
        /// The connection broke, or the relay closed it without a message.
        public static let connectionLost = Code(description: "connection-lost")
        /// Nothing has arrived on the connection for too long.
        public static let relaySilent = Code(description: "relay-silent")
        /// The relay sent a message that the protocol does not allow.
        public static let protocolViolation = Code(description: "protocol-violation")
        /// The relay ended the connection with a reason: see ``ClientError/ending``.
        public static let ended = Code(description: "ended")
        /// The relay's certificate is not trusted: its authority, its names, or a pin.
        public static let certificateRefused = Code(description: "certificate-refused")
        /// The relay's certificate has expired or is not valid yet.
        public static let certificateNotValidNow = Code(description: "certificate-not-valid-now")
        /// The relay does not encrypt, and this client requires it.
        public static let notEncrypted = Code(description: "not-encrypted")
        /// The token would be sent in clear text.
        public static let tokenInClear = Code(description: "token-in-clear")
        /// The TLS settings cannot be used.
        public static let invalidSecurity = Code(description: "invalid-security")
        /// Relays redirected the client too often in a row.
        public static let redirectLoop = Code(description: "redirect-loop")
        /// A frame is longer than the relay or this client allows.
        public static let frameTooLong = Code(description: "frame-too-long")
        /// There are too many tracks, or two have the same number.
        public static let invalidTracks = Code(description: "invalid-tracks")
        /// A frame belongs to a track that was not set.
        public static let unknownTrack = Code(description: "unknown-track")
        /// The publisher was finished or has stopped.
        public static let finished = Code(description: "finished")
        /// The relay has not received the end of the stream in the time that the publisher allows.
        public static let unfinished = Code(description: "unfinished")
    }

    /// The kind of the error.
    public let code: Code
    /// One sentence that says what is wrong and what to do.
    public let reason: String
    /// The reason that the relay sent, if it sent one.
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

    /// The reason, and in parentheses the relay's code or the client's.
    public var description: String { "\(reason) (\(ending.map { "\($0.code)" } ?? "\(code)"))" }
}
