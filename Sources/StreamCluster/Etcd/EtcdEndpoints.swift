import Platform

/// The endpoints of a cluster, of which one is used until it fails. May be used from any thread.
final class EtcdEndpoints: Sendable {
    private let all: [EtcdEndpoint]
    private let index: Mutex<Int>

    /// - Parameters:
    ///   - all: At least one.
    ///   - first: The place of the one to begin with.
    init(_ all: [EtcdEndpoint], first: Int) {
        self.all = all
        index = Mutex(Int(first.magnitude % UInt(max(1, all.count))))
    }

    /// The endpoint that is used now.
    var current: EtcdEndpoint { index.withLock { all[$0] } }

    /// Uses the next endpoint, unless another request has seen to that.
    func failed(_ endpoint: EtcdEndpoint) {
        index.withLock { index in
            if all[index] == endpoint { index = (index + 1) % all.count }
        }
    }

    /// Makes a request to one endpoint after the other, until one answers.
    func attempt<Answer: Sendable>(_ request: (EtcdEndpoint) async throws -> Answer) async throws -> Answer {
        for _ in all.dropFirst() {
            let endpoint = current
            do {
                return try await request(endpoint)
            } catch let error as EtcdError where error.mayHelpElsewhere {
                failed(endpoint)
            }
        }
        let endpoint = current
        do {
            return try await request(endpoint)
        } catch let error as EtcdError {
            if error.mayHelpElsewhere { failed(endpoint) }
            throw error
        }
    }
}
