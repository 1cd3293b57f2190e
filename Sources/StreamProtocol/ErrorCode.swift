/// Why a connection ends, as a number (`Protocol.md`, Error registry).
///
/// The high byte is the class. A receiver treats a code that it does not know by its class and by
/// ``Ending/isRetryable``.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number on the wire.
    public let rawValue: UInt16

    /// Any number. A number that is not registered is treated by its class, the high byte.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    // Class 0x00: an orderly end.

    /// The sender has finished.
    public static let done = ErrorCode(rawValue: 0x0000)
    /// The publisher ended its stream; nothing more will come.
    public static let endOfStream = ErrorCode(rawValue: 0x0001)
    /// The relay is shutting down and will be back in a moment.
    public static let draining = ErrorCode(rawValue: 0x0002)
    /// Another relay serves this stream; ``Ending/redirect`` is its address.
    public static let redirect = ErrorCode(rawValue: 0x0003)
    /// The same publisher has connected again, and its new connection replaces this one.
    public static let replaced = ErrorCode(rawValue: 0x0004)

    // Class 0x01: the bytes broke this protocol.

    /// The first bytes are no preface of this protocol.
    public static let notThisProtocol = ErrorCode(rawValue: 0x0100)
    /// The two sides have no version in common.
    public static let unsupportedVersion = ErrorCode(rawValue: 0x0101)
    /// The receiver cannot read a message, or the message contradicts those before it.
    public static let malformedMessage = ErrorCode(rawValue: 0x0102)
    /// A message is longer than its type or the relay allows.
    public static let messageTooLong = ErrorCode(rawValue: 0x0103)
    /// A message is not allowed in this state or for this role.
    public static let unexpectedMessage = ErrorCode(rawValue: 0x0104)
    /// The receiver does not know a message or an option that is marked critical.
    public static let unknownCritical = ErrorCode(rawValue: 0x0105)
    /// Preface and hello did not come in time.
    public static let handshakeTimeout = ErrorCode(rawValue: 0x0106)
    /// The sender of the error saw no activity for three ping intervals.
    public static let silent = ErrorCode(rawValue: 0x0107)

    // Class 0x02: the relay refuses the request.

    /// The relay does not allow the stream name.
    public static let invalidStreamName = ErrorCode(rawValue: 0x0200)
    /// The relay needs a token, or the token is not valid.
    public static let unauthorized = ErrorCode(rawValue: 0x0201)
    /// The token is valid, but not for this request; or the client has no token, and the request needs one.
    public static let forbidden = ErrorCode(rawValue: 0x0202)
    /// The stream has no publisher, and the viewer did not want to wait.
    public static let streamNotFound = ErrorCode(rawValue: 0x0203)
    /// Another publisher holds the stream.
    public static let streamTaken = ErrorCode(rawValue: 0x0204)
    /// The relay does not serve this role.
    public static let roleNotServed = ErrorCode(rawValue: 0x0205)
    /// The relay's operator ended this connection.
    public static let dismissed = ErrorCode(rawValue: 0x0206)
    /// The request, or the token, needs an encrypted connection.
    public static let encryptionRequired = ErrorCode(rawValue: 0x0207)
    /// The relay is on the path of the relay that asks, or the path has too many relays.
    public static let relayLoop = ErrorCode(rawValue: 0x0208)

    // Class 0x03: a limit of the relay.

    /// The relay has all the connections that it accepts.
    public static let tooManyConnections = ErrorCode(rawValue: 0x0300)
    /// The relay has all the streams that it accepts.
    public static let tooManyStreams = ErrorCode(rawValue: 0x0301)
    /// The stream has all the viewers that the relay accepts.
    public static let tooManyViewers = ErrorCode(rawValue: 0x0302)
    /// The client sends more than the relay allows.
    public static let rateExceeded = ErrorCode(rawValue: 0x0303)
    /// The viewer reads too slowly for the relay to tell it what it missed, or does not read at all.
    public static let tooSlow = ErrorCode(rawValue: 0x0304)
    /// The client's address, network or token has all the connections, viewers or streams that the relay allows it.
    public static let tooManyFromAddress = ErrorCode(rawValue: 0x0305)
    /// Connections come faster than the relay accepts them.
    public static let connectingTooFast = ErrorCode(rawValue: 0x0306)

    // Class 0x04: the relay has a fault or is overloaded.

    /// The relay has a fault.
    public static let internalFault = ErrorCode(rawValue: 0x0400)
    /// The relay cannot do more work now, or needs the memory that this connection holds.
    public static let overloaded = ErrorCode(rawValue: 0x0401)

    /// Whether the sender marks this code as retryable if it knows nothing else.
    public var isRetryableByDefault: Bool {
        switch self {
        case .draining, .redirect, .handshakeTimeout, .silent: true
        default: rawValue >> 8 == 0x03 || rawValue >> 8 == 0x04
        }
    }

    /// Whether a connection ends as it should, so that a goodbye has the code (`Protocol.md`, Error and goodbye).
    package var isOrderly: Bool { rawValue >> 8 == 0x00 }

    /// The name in the registry of `Protocol.md`; for a code that is not registered, `code` and its number.
    public var description: String {
        Self.names[self] ?? "code 0x" + String(rawValue, radix: 16)
    }

    /// All codes of the registry, in the order of their numbers.
    public static let registered = names.keys.sorted { $0.rawValue < $1.rawValue }

    private static let names: [ErrorCode: String] = [
        .done: "done", .endOfStream: "end-of-stream", .draining: "draining", .redirect: "redirect",
        .replaced: "replaced", .notThisProtocol: "not-this-protocol", .unsupportedVersion: "unsupported-version",
        .malformedMessage: "malformed-message", .messageTooLong: "message-too-long",
        .unexpectedMessage: "unexpected-message", .unknownCritical: "unknown-critical",
        .handshakeTimeout: "handshake-timeout", .silent: "silent", .invalidStreamName: "invalid-stream-name",
        .unauthorized: "unauthorized", .forbidden: "forbidden", .streamNotFound: "stream-not-found",
        .streamTaken: "stream-taken", .roleNotServed: "role-not-served", .dismissed: "dismissed",
        .encryptionRequired: "encryption-required", .relayLoop: "relay-loop",
        .tooManyConnections: "too-many-connections", .tooManyStreams: "too-many-streams",
        .tooManyViewers: "too-many-viewers", .rateExceeded: "rate-exceeded", .tooSlow: "too-slow",
        .tooManyFromAddress: "too-many-from-address", .connectingTooFast: "connecting-too-fast",
        .internalFault: "internal-fault", .overloaded: "overloaded",
    ]
}
