import StreamProtocol

/// What somebody may do, once it is known who they are.
public struct Pass: Hashable, Sendable {
    /// What its bearer is called in logs and lists, never the token itself; `nil` where nobody had to say.
    public var bearer: String?
    /// The streams that may be published.
    public var publish: [StreamPattern]
    /// The streams that may be watched.
    public var watch: [StreamPattern]
    /// Whether the relay itself may be looked into and controlled.
    public var administers: Bool
    /// What all who come with the same token may take together; `nil` where only other limits hold.
    public var allowance: Allowance?

    public init(
        bearer: String? = nil,
        publish: [StreamPattern] = [],
        watch: [StreamPattern] = [],
        administers: Bool = false,
        allowance: Allowance? = nil
    ) {
        self.bearer = bearer
        self.publish = publish
        self.watch = watch
        self.administers = administers
        self.allowance = allowance
    }

    /// What all who come with the same token may take together.
    public struct Allowance: Hashable, Sendable {
        /// Tells the token from every other one; it is not the token itself.
        public var identity: String
        public var limits: TokenLimits

        public init(identity: String, limits: TokenLimits) {
            self.identity = identity
            self.limits = limits
        }
    }

    /// For a relay that is open to all: every stream, but not the relay itself.
    public static let everyStream = Pass(publish: [.all], watch: [.all])

    /// Whether its bearer may take this part in a stream.
    public func allows(_ role: Hello.Role, _ stream: StreamName) -> Bool {
        patterns(for: role).contains { $0.matches(stream) }
    }

    /// - Throws: ``ProtocolError`` with ``ErrorCode/forbidden`` where the pass does not allow it.
    public func check(_ role: Hello.Role, _ stream: StreamName) throws(ProtocolError) {
        guard !allows(role, stream) else { return }
        let deed = role == .publish ? "publish" : "watch"
        throw ProtocolError(
            .forbidden,
            "This token does not allow to \(deed) '\(stream)'; ask the relay's operator for one that does."
        )
    }

    private func patterns(for role: Hello.Role) -> [StreamPattern] {
        switch role {
        case .publish: publish
        case .subscribe, .relay: watch
        }
    }
}
