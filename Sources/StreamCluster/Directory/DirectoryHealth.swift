import NIOCore

/// What an operator learns of etcd: whether it answers, and what is wrong.
struct DirectoryHealth: Sendable {
    /// How often the log repeats that etcd cannot be used.
    static let warningInterval = TimeAmount.seconds(60)

    /// The endpoint that is used now, `host:port`.
    private(set) var endpoint: String
    private(set) var lastAnswer: NIODeadline?
    private var failure: String?
    /// Why etcd does not write what this relay wants written. It may answer everything else meanwhile.
    private var refusal: String?
    private var warnedAt: NIODeadline?

    init(_ endpoint: String) { self.endpoint = endpoint }

    /// Why etcd cannot be used: one sentence; `nil` while it can.
    var problem: String? { failure ?? refusal }

    /// etcd has answered a request.
    mutating func answered(by endpoint: String, isWrite: Bool, isCurrent: Bool, at now: NIODeadline) {
        (self.endpoint, lastAnswer) = (endpoint, now)
        if isWrite { refusal = nil }
        if isCurrent { failure = nil }
    }

    /// The directory is known as it is.
    mutating func becameCurrent() { failure = nil }

    /// A request has failed.
    ///
    /// - Returns: Whether the operator should see that now.
    mutating func failed(
        _ error: EtcdError,
        by endpoint: String,
        isWrite: Bool,
        isCurrent: Bool,
        at now: NIODeadline
    ) -> Bool {
        (self.endpoint, failure) = (endpoint, error.reason)
        // Somebody has to change something, however current the directory is.
        let isRefusal = isWrite && error.kind == .refused
        if isRefusal { refusal = error.reason }
        guard isRefusal || !isCurrent, warnedAt.map({ now - $0 >= Self.warningInterval }) ?? true else { return false }
        warnedAt = now
        return true
    }
}
