import NIOCore
import StreamProtocol

/// The credentials that a connection presents.
public struct Credentials: Sendable {
    /// The client's token; `nil` if it sent none.
    public var token: AccessToken?
    /// Where the connection comes from; `nil` where the system does not say.
    public var peer: SocketAddress?
    /// Whether the connection is encrypted, so that no third party could read the token.
    public var isEncrypted: Bool

    /// Makes credentials, for tests of an admission.
    public init(token: AccessToken?, peer: SocketAddress?, isEncrypted: Bool) {
        self.token = token
        self.peer = peer
        self.isEncrypted = isEncrypted
    }
}

/// Decides what a client may do. ``AsyncAdmission`` is one that is made of an asynchronous function.
public protocol Admission: Sendable {
    /// Finds out what the bearer of `credentials` may do. Called on `eventLoop`, which it must not block.
    ///
    /// - Returns: A future of this or another event loop. It fails with a ``ProtocolError``, which is sent to the
    ///   client: ``ErrorCode/unauthorized`` where the token is missing, unknown or expired,
    ///   ``ErrorCode/encryptionRequired`` where the token must not be sent unencrypted. The client gets
    ///   ``ErrorCode/internalFault`` for any other error, and the relay logs it.
    func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions>
}

extension Admission {
    /// The same as ``admit(_:on:)``, as a future of `eventLoop`, whatever event loop the decision was made on.
    package func decision(on credentials: Credentials, for eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
        // A future of the same loop is returned as it is.
        admit(credentials, on: eventLoop).hop(to: eventLoop)
    }
}

/// An admission that asks an asynchronous function, such as one that queries a database.
///
/// Each connection, and each request over HTTP, runs the function in a task of its own. While it runs, the relay reads
/// nothing from the client, and ends a connection whose decision takes longer than ``RelayLimits/handshake``.
public struct AsyncAdmission: Admission {
    private let decide: @Sendable (Credentials) async throws(ProtocolError) -> Permissions

    /// - Parameter decide: Finds out what the bearer of the credentials may do. It throws the error that the client
    ///   gets, such as one with ``ErrorCode/unauthorized``.
    public init(_ decide: @escaping @Sendable (Credentials) async throws(ProtocolError) -> Permissions) {
        self.decide = decide
    }

    /// Runs the function in a task of its own.
    public func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
        eventLoop.makeFutureWithTask { try await decide(credentials) }
    }
}

/// Lets every client publish and watch.
public struct OpenAdmission: Admission {
    /// Makes an admission that refuses no client.
    public init() {}

    /// Permits all streams, at once.
    public func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
        eventLoop.makeSucceededFuture(.allStreams)
    }
}

/// What an authenticated client may do.
public struct Permissions: Hashable, Sendable {
    /// The name of the bearer in logs and lists, which is never the token itself; `nil` where no token was needed.
    public var bearer: String?
    /// The streams that the bearer may publish.
    public var publish: [StreamPattern]
    /// The streams that the bearer may watch.
    public var watch: [StreamPattern]
    /// Whether the bearer may inspect and control the relay itself.
    public var isAdmin: Bool
    /// The limits of all sessions with the same token together; `nil` where only other limits hold.
    public var sharedLimits: SharedLimits?

    /// Makes permissions. By default they allow nothing.
    public init(
        bearer: String? = nil,
        publish: [StreamPattern] = [],
        watch: [StreamPattern] = [],
        isAdmin: Bool = false,
        sharedLimits: SharedLimits? = nil
    ) {
        self.bearer = bearer
        self.publish = publish
        self.watch = watch
        self.isAdmin = isAdmin
        self.sharedLimits = sharedLimits
    }

    /// The limits of all sessions with the same token together.
    public struct SharedLimits: Hashable, Sendable {
        /// Identifies the token; it is not the token itself.
        public var identity: String
        /// The limits of these sessions together.
        public var limits: TokenLimits

        /// Makes limits for the token that `identity` stands for.
        public init(identity: String, limits: TokenLimits) {
            self.identity = identity
            self.limits = limits
        }
    }

    /// Permissions on an open relay: all streams, but not the relay itself.
    public static let allStreams = Permissions(publish: [.all], watch: [.all])

    /// Whether the bearer may take this role in a stream.
    public func allows(_ role: Hello.Role, _ stream: StreamName) -> Bool {
        patterns(for: role).contains { $0.matches(stream) }
    }

    /// - Throws: ``ProtocolError`` with ``ErrorCode/forbidden`` where the permissions do not allow it. A bearer that may
    ///   watch any stream may list streams.
    public func check(_ role: Hello.Role, _ stream: StreamName) throws(ProtocolError) {
        if role == .list {
            guard watch.isEmpty else { return }
            let reason = "This token does not allow to watch any stream; ask the relay's operator for one that does."
            throw ProtocolError(.forbidden, reason)
        }
        guard !allows(role, stream) else { return }
        let action = role == .publish ? "publish" : "watch"
        let subject = bearer == nil ? "A client without a token may not" : "This token does not allow to"
        throw ProtocolError(
            .forbidden,
            "\(subject) \(action) '\(stream)' here; ask the relay's operator for a token that allows it."
        )
    }

    private func patterns(for role: Hello.Role) -> [StreamPattern] {
        switch role {
        case .publish: publish
        case .subscribe, .relay, .list: watch
        }
    }
}

/// The limits of all sessions with the same token together; `nil` for a quantity that the token does not limit.
public struct TokenLimits: Hashable, Sendable {
    /// The values that a limit may have.
    public static let range = 1...1_000_000_000

    /// Sessions of publishers and viewers at the same time.
    public var connections: Int?
    /// Streams that are published, or whose publisher may come back. As many further streams may be waited for.
    public var streams: Int?
    /// Bytes received from publishers each second.
    public var bytesPerSecond: Int?
    /// Viewers of all streams at the same time.
    public var viewers: Int?

    /// Makes limits; each is in ``range``, or `nil` for no limit.
    public init(connections: Int? = nil, streams: Int? = nil, bytesPerSecond: Int? = nil, viewers: Int? = nil) {
        self.connections = connections
        self.streams = streams
        self.bytesPerSecond = bytesPerSecond
        self.viewers = viewers
    }

    /// Whether nothing is limited.
    public var isEmpty: Bool { self == TokenLimits() }

    /// The limits as a quota. Only addresses limit the rate of connections, because the token is not known when a
    /// connection opens.
    var quota: RelayLimits.Quota {
        RelayLimits.Quota(
            connections: connections ?? Self.range.upperBound,
            connectionsPerSecond: Self.range.upperBound,
            streams: streams ?? Self.range.upperBound,
            bytesPerSecond: bytesPerSecond
        )
    }
}

/// A pattern of stream names. Each `*` stands for any run of characters, slashes too: `live`, `studio/*`, `*`.
public struct StreamPattern: Hashable, Sendable, CustomStringConvertible {
    /// Matches every stream.
    public static let all = StreamPattern(unchecked: "*")

    /// The pattern as text.
    public let description: String

    /// Checks `pattern` and keeps it.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/invalidStreamName`` unless it becomes a stream name when every `*`
    ///   is replaced by a letter.
    public init(_ pattern: String) throws(ProtocolError) {
        do throws(ProtocolError) {
            _ = try StreamName(String(pattern.map { $0 == "*" ? "a" : $0 }))
        } catch {
            throw ProtocolError(
                .invalidStreamName,
                "'\(pattern.quoted())' is no pattern of stream names; write one like 'live', 'studio/*' or '*'."
            )
        }
        description = pattern
    }

    private init(unchecked pattern: String) {
        description = pattern
    }

    /// Whether `name` matches. Takes at most as many steps as the product of both lengths.
    public func matches(_ name: StreamName) -> Bool {
        var pattern = Array(description.utf8)[...]
        var name = Array(name.description.utf8)[...]
        // Where to go on after the last `*`, if the characters after it do not match.
        var retry: (pattern: ArraySlice<UInt8>, name: ArraySlice<UInt8>)?
        while true {
            if pattern.first == UInt8(ascii: "*") {
                pattern.removeFirst()
                retry = (pattern, name)
            } else if let expected = pattern.first, expected == name.first {
                pattern.removeFirst()
                name.removeFirst()
            } else if pattern.isEmpty, name.isEmpty {
                return true
            } else if let last = retry, !last.name.isEmpty {
                retry = (last.pattern, last.name.dropFirst())
                pattern = last.pattern
                name = last.name.dropFirst()
            } else {
                return false
            }
        }
    }
}
