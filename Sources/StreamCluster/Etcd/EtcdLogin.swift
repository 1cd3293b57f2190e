import NIOCore

/// The token with which etcd knows this program. All requests that need another one wait for the same login, because a
/// login costs etcd a tenth of a second.
actor EtcdLogin {
    /// How long a refused login is remembered.
    static let refusalTime = TimeAmount.seconds(5)

    private let clock: DirectoryClock
    private let login: @Sendable () async throws -> String
    private var token: String?
    private var attempt: Task<String, any Error>?
    private var refusal: (error: EtcdError, until: NIODeadline)?

    /// - Parameter login: Gets a token of etcd; an empty one where etcd needs none.
    init(_ clock: DirectoryClock, login: @escaping @Sendable () async throws -> String) {
        self.clock = clock
        self.login = login
    }

    /// The token for a request.
    ///
    /// - Parameter rejected: The token that etcd has not taken.
    /// - Throws: ``EtcdError``.
    func token(insteadOf rejected: String? = nil) async throws -> String {
        if let token, token != rejected { return token }
        if let attempt { return try await attempt.value }
        if let refusal, clock.now() < refusal.until { throw refusal.error }
        let attempt = Task { [login] in try await login() }
        self.attempt = attempt
        defer { self.attempt = nil }
        do {
            let token = try await attempt.value
            (self.token, refusal) = (token, nil)
            return token
        } catch let error as EtcdError {
            if error.kind == .refused { refusal = (error, clock.now() + Self.refusalTime) }
            throw error
        }
    }
}
