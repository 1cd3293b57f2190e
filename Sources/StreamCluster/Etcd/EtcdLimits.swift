import NIOCore

/// The bounds of a request to etcd.
struct EtcdLimits: Sendable {
    /// How long etcd may take to answer. Two of its members can be tried before a lease of 5 seconds ends.
    var answerTime = TimeAmount.seconds(2)
    /// Bytes of an answer: a page of a directory, eight times.
    var answerLength = 8 * 1024 * 1024
    /// Bytes of a message of a watch: 50,000 registrations that go at the same moment.
    var messageLength = 8 * 1024 * 1024
}

/// The clock of a directory.
struct DirectoryClock: Sendable {
    var now: @Sendable () -> NIODeadline
    var sleep: @Sendable (TimeAmount) async throws -> Void

    static let system = DirectoryClock(
        now: { .now() },
        sleep: { try await Task.sleep(nanoseconds: UInt64(max(0, $0.nanoseconds))) }
    )

    /// Runs an operation and cancels it after some time.
    ///
    /// - Returns: `nil` if it was cancelled.
    func run<Value: Sendable>(
        within limit: TimeAmount,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await operation() }
            group.addTask { [sleep] in
                try await sleep(limit)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
