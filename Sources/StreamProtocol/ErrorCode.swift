/// Why a connection ends, by number.
///
/// The high byte is the class. A code that is not known is treated by its class and by the message's retry flag.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    // Class 0x00: an orderly end.

    /// The sender is done.
    public static let done = ErrorCode(rawValue: 0x0000)
    /// The publisher ended its stream; nothing more will come.
    public static let endOfStream = ErrorCode(rawValue: 0x0001)
    /// The relay is going down for a moment.
    public static let draining = ErrorCode(rawValue: 0x0002)
    /// Another relay serves this stream; its address comes along.
    public static let redirect = ErrorCode(rawValue: 0x0003)
    /// The same publisher has connected again and took this connection's place.
    public static let replaced = ErrorCode(rawValue: 0x0004)

    // Class 0x01: the bytes broke this protocol.

    /// What came first is no preface of this protocol.
    public static let notThisProtocol = ErrorCode(rawValue: 0x0100)
    /// No version is spoken by both sides.
    public static let unsupportedVersion = ErrorCode(rawValue: 0x0101)
    /// A message cannot be read.
    public static let malformedMessage = ErrorCode(rawValue: 0x0102)
    /// A message is longer than its type or the relay allows.
    public static let messageTooLong = ErrorCode(rawValue: 0x0103)
    /// A message that is not allowed in this state or for this role.
    public static let unexpectedMessage = ErrorCode(rawValue: 0x0104)
    /// A message or option marked critical is not known here.
    public static let unknownCritical = ErrorCode(rawValue: 0x0105)
    /// Preface and hello did not come in time.
    public static let handshakeTimeout = ErrorCode(rawValue: 0x0106)
    /// Nothing was heard for three pings.
    public static let silent = ErrorCode(rawValue: 0x0107)

    // Class 0x02: the request is refused.

    /// The stream's name has characters that are not allowed.
    public static let invalidStreamName = ErrorCode(rawValue: 0x0200)
    /// A token is needed, or the one given is not valid.
    public static let unauthorized = ErrorCode(rawValue: 0x0201)
    /// The token is valid, but not for this.
    public static let forbidden = ErrorCode(rawValue: 0x0202)
    /// There is no such stream, and the viewer did not want to wait.
    public static let streamNotFound = ErrorCode(rawValue: 0x0203)
    /// Another publisher holds the stream.
    public static let streamTaken = ErrorCode(rawValue: 0x0204)
    /// This relay does not serve this role.
    public static let roleNotServed = ErrorCode(rawValue: 0x0205)
    /// The relay's operator ended this connection.
    public static let dismissed = ErrorCode(rawValue: 0x0206)

    /// What was asked for needs an encrypted connection.
    public static let encryptionRequired = ErrorCode(rawValue: 0x0207)

    // Class 0x03: a limit of the relay.

    /// The relay has all the connections it takes.
    public static let tooManyConnections = ErrorCode(rawValue: 0x0300)
    /// The relay has all the streams it takes.
    public static let tooManyStreams = ErrorCode(rawValue: 0x0301)
    /// The stream has all the viewers it takes.
    public static let tooManyViewers = ErrorCode(rawValue: 0x0302)
    /// The sender sends more than the relay allows.
    public static let rateExceeded = ErrorCode(rawValue: 0x0303)
    /// The viewer reads too slowly to be told what it missed.
    public static let tooSlow = ErrorCode(rawValue: 0x0304)
    /// The client's address has all the connections it may have.
    public static let tooManyFromAddress = ErrorCode(rawValue: 0x0305)
    /// Connections come faster than the relay takes them.
    public static let connectingTooFast = ErrorCode(rawValue: 0x0306)

    // Class 0x04: the relay is in trouble.

    /// A fault of the relay.
    public static let internalFault = ErrorCode(rawValue: 0x0400)
    /// The relay cannot take more work now.
    public static let overloaded = ErrorCode(rawValue: 0x0401)

    /// Whether trying again later can help where nothing else is known.
    public var isRetryableByDefault: Bool {
        switch self {
        case .draining, .redirect, .handshakeTimeout, .silent: true
        default: rawValue >> 8 == 0x03 || rawValue >> 8 == 0x04
        }
    }

    /// The name in the registry of `Protocol.md`, or the number.
    public var description: String {
        Self.names[self] ?? "code 0x" + String(rawValue, radix: 16)
    }

    /// All codes that `Protocol.md` names, in the order of their numbers.
    public static let registered = names.keys.sorted { $0.rawValue < $1.rawValue }

    private static let names: [ErrorCode: String] = [
        .done: "done", .endOfStream: "end-of-stream", .draining: "draining", .redirect: "redirect",
        .replaced: "replaced", .notThisProtocol: "not-this-protocol", .unsupportedVersion: "unsupported-version",
        .malformedMessage: "malformed-message", .messageTooLong: "message-too-long",
        .unexpectedMessage: "unexpected-message", .unknownCritical: "unknown-critical",
        .handshakeTimeout: "handshake-timeout", .silent: "silent", .invalidStreamName: "invalid-stream-name",
        .unauthorized: "unauthorized", .forbidden: "forbidden", .streamNotFound: "stream-not-found",
        .streamTaken: "stream-taken", .roleNotServed: "role-not-served", .dismissed: "dismissed",
        .encryptionRequired: "encryption-required",
        .tooManyConnections: "too-many-connections", .tooManyStreams: "too-many-streams",
        .tooManyViewers: "too-many-viewers", .rateExceeded: "rate-exceeded", .tooSlow: "too-slow",
        .tooManyFromAddress: "too-many-from-address", .connectingTooFast: "connecting-too-fast",
        .internalFault: "internal-fault", .overloaded: "overloaded",
    ]
}
