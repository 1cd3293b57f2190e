import ClusterDirectory
import NIOCore
import Platform

/// The requests of a directory to etcd, by the JSON gateway that each member has. May be used from any thread.
///
/// The endpoints are tried in turn: one that answers is used until it fails. Each function throws ``EtcdError``, or
/// `CancellationError`.
final class EtcdClient: Sendable {
    private let keys: EtcdKeys
    private let transport: EtcdTransport
    /// `nil` where etcd has no users.
    private let login: EtcdLogin?
    private let chosen: EtcdEndpoints

    /// - Parameter first: The endpoint to begin with, so that relays do not all use the same one.
    init(_ settings: EtcdSettings, keyPrefix: String, _ transport: EtcdTransport, first: Int = 0) {
        self.transport = transport
        keys = EtcdKeys(prefix: keyPrefix)
        let chosen = EtcdEndpoints(settings.endpoints, first: first)
        self.chosen = chosen
        login = settings.credentials.map { credentials in
            EtcdLogin(transport.clock) {
                try await chosen.attempt { endpoint in try await Self.logIn(credentials, at: endpoint, transport) }
            }
        }
    }

    /// The endpoint that is used now.
    var endpoint: EtcdEndpoint { chosen.current }

    // MARK: Leases

    /// - Returns: The lease.
    func grantLease(seconds: Int) async throws -> Int64 {
        let request = EtcdMessage.LeaseRequest(timeToLive: EtcdMessage.Number(Int64(seconds)))
        let answer: EtcdMessage.LeaseAnswer = try await post("/v3/lease/grant", request)
        guard let id = answer.id?.value, id != 0 else { throw EtcdError.malformed(endpoint) }
        return id
    }

    /// - Returns: `false` if there is no such lease.
    func keepLease(_ id: Int64) async throws -> Bool {
        let request = EtcdMessage.LeaseRequest(id: EtcdMessage.Number(id))
        let answer: EtcdMessage.Streamed<EtcdMessage.LeaseAnswer> = try await post("/v3/lease/keepalive", request)
        if let problem = answer.error {
            let error = problem.error(at: endpoint)
            guard error.kind == .leaseMissing else { throw error }
            return false
        }
        guard let result = answer.result else { throw EtcdError.malformed(endpoint) }
        return result.timeToLive.map { $0.value > 0 } ?? false
    }

    /// Removes the lease, and all keys that go with it.
    func revokeLease(_ id: Int64) async throws {
        let request = EtcdMessage.LeaseRequest(id: EtcdMessage.Number(id))
        let _: EtcdMessage.LeaseAnswer = try await post("/v3/lease/revoke", request)
    }

    // MARK: Keys

    func write(_ write: DirectoryWrite) async throws -> WriteAnswer {
        let key = keys.data(write.key)
        let compare =
            write.replaces.map { EtcdMessage.Compare(target: "MOD", key: key, modRevision: EtcdMessage.Number($0)) }
            ?? EtcdMessage.Compare(target: "CREATE", key: key, createRevision: EtcdMessage.Number(0))
        let put = EtcdMessage.PutRequest(
            key: key,
            value: try EtcdKeys.value(of: write.registration),
            lease: EtcdMessage.Number(write.lease)
        )
        return try await change(compare, EtcdMessage.Operation(put: put), EtcdMessage.RangeRequest(key: key))
    }

    func remove(_ removal: DirectoryRemoval) async throws -> WriteAnswer {
        let key = keys.data(removal.key)
        return try await change(
            EtcdMessage.Compare(target: "LEASE", key: key, lease: EtcdMessage.Number(removal.lease)),
            EtcdMessage.Operation(delete: EtcdMessage.DeleteRequest(key: key)),
            EtcdMessage.RangeRequest(key: key)
        )
    }

    /// Changes a key if a condition holds, and reads it otherwise.
    private func change(
        _ condition: EtcdMessage.Compare,
        _ operation: EtcdMessage.Operation,
        _ key: EtcdMessage.RangeRequest
    ) async throws -> WriteAnswer {
        let request = EtcdMessage.TransactionRequest(
            compare: [condition],
            success: [operation],
            failure: [EtcdMessage.Operation(range: key)]
        )
        let answer: EtcdMessage.TransactionAnswer
        do {
            answer = try await post("/v3/kv/txn", request)
        } catch let error as EtcdError where error.kind == .leaseMissing {
            return .leaseMissing
        }
        guard let revision = answer.header?.revision?.value else { throw EtcdError.malformed(endpoint) }
        guard answer.succeeded != true else { return .done(revision: revision) }
        return .differs(answer.responses?.first?.range?.keyValues?.first.flatMap(keys.item), revision: revision)
    }

    func read(_ read: DirectoryRead) async throws -> DirectoryPage {
        let request = EtcdMessage.RangeRequest(
            key: read.after.map(keys.data(after:)) ?? keys.start,
            rangeEnd: keys.end,
            limit: EtcdMessage.Number(Int64(read.limit)),
            revision: read.revision.map { EtcdMessage.Number($0) }
        )
        let answer: EtcdMessage.RangeAnswer = try await post("/v3/kv/range", request)
        let items = (answer.keyValues ?? []).compactMap(keys.item)
        return DirectoryPage(moment: try moment(answer.header), items: items, hasMore: answer.more ?? false)
    }

    /// - Parameter isWhole: Whether to read the newest key, too. etcd reads all keys for that; it counts them in its index.
    func summary(isWhole: Bool = true) async throws -> DirectorySummary {
        var request = EtcdMessage.RangeRequest(key: keys.start, rangeEnd: keys.end)
        if isWhole {
            (request.limit, request.sortOrder, request.sortTarget) = (EtcdMessage.Number(1), "DESCEND", "MOD")
        } else {
            request.countOnly = true
        }
        let answer: EtcdMessage.RangeAnswer = try await post("/v3/kv/range", request)
        return DirectorySummary(
            moment: try moment(answer.header),
            count: Int(clamping: answer.count?.value ?? 0),
            newest: answer.keyValues?.first.flatMap(keys.item),
            isWhole: isWhole
        )
    }

    private func moment(_ header: EtcdMessage.Header?) throws -> DirectoryMoment {
        guard let revision = header?.revision?.value else { throw EtcdError.malformed(endpoint) }
        return DirectoryMoment(cluster: header?.clusterID?.value ?? 0, revision: revision)
    }

    // MARK: Watching

    /// What a watch tells.
    enum WatchEvent: Sendable {
        case opened(DirectoryMoment)
        case changes([DirectoryChange], DirectoryMoment)
    }

    /// Whether a watch has begun.
    private final class Opening: Sendable {
        let isDone = Atomic(false)
    }

    /// Watches all keys from a revision on, until the watch ends.
    ///
    /// - Returns: Never without an error.
    func watch(from revision: Int64, _ receive: @escaping @Sendable (WatchEvent) -> Void) async throws {
        let endpoint = chosen.current
        let token = try await login?.token()
        let body = EtcdMessage.WatchRequest(
            create: EtcdMessage.WatchRequest.Create(
                key: keys.start,
                rangeEnd: keys.end,
                startRevision: EtcdMessage.Number(revision)
            )
        )
        let opening = Opening()
        let reading = Task { [transport, keys] in
            try await transport.stream("/v3/watch", body, from: endpoint, token: token) { line in
                guard let event = try Self.event(in: line, keys, of: endpoint) else { return }
                if case .opened = event { opening.isDone.store(true, ordering: .relaxed) }
                receive(event)
            }
        }
        let limit = Task { [transport] in
            try await transport.clock.sleep(transport.limits.answerTime)
            if !opening.isDone.load(ordering: .relaxed) { reading.cancel() }
        }
        defer { limit.cancel() }
        let result = await withTaskCancellationHandler {
            await reading.result
        } onCancel: {
            reading.cancel()
        }
        try Task.checkCancellation()
        do {
            try result.get()
        } catch is CancellationError {
            chosen.failed(endpoint)
            throw EtcdError.silent(endpoint, transport.limits.answerTime)
        } catch let error as EtcdError {
            if error.mayHelpElsewhere { chosen.failed(endpoint) }
            // The next watch uses the new one.
            if error.kind == .unauthenticated { _ = try await login?.token(insteadOf: token) }
            throw error
        }
    }

    /// - Returns: `nil` for a message that says nothing.
    private static func event(in line: ByteBuffer, _ keys: EtcdKeys, of endpoint: EtcdEndpoint) throws -> WatchEvent? {
        guard line.readableBytes > 0 else { return nil }
        let message: EtcdMessage.Streamed<EtcdMessage.WatchAnswer> = try EtcdTransport.decode(from: line, of: endpoint)
        if let problem = message.error { throw problem.error(at: endpoint) }
        guard let answer = message.result else { throw EtcdError.malformed(endpoint) }
        if answer.canceled == true {
            guard answer.compactRevision == nil else {
                throw EtcdError(.compacted, "etcd at \(endpoint) no longer has what has changed.")
            }
            throw EtcdError(code: 2, answer.cancelReason ?? "the watch was ended", at: endpoint)
        }
        let moment = DirectoryMoment(
            cluster: answer.header?.clusterID?.value ?? 0,
            revision: answer.header?.revision?.value ?? 0
        )
        if answer.created == true { return .opened(moment) }
        return .changes((answer.events ?? []).compactMap { change($0, keys) }, moment)
    }

    private static func change(_ event: EtcdMessage.WatchAnswer.Event, _ keys: EtcdKeys) -> DirectoryChange? {
        guard let keyValue = event.keyValue, let item = keys.item(keyValue) else { return nil }
        return event.type == "DELETE" ? .deleted(key: item.key, revision: item.modRevision) : .put(item)
    }

    // MARK: Requests

    private func post<Answer: Decodable & Sendable>(
        _ path: String,
        _ request: some Encodable & Sendable
    ) async throws -> Answer {
        try await chosen.attempt { endpoint in
            let bytes = try await post(path, request, to: endpoint)
            return try EtcdTransport.decode(from: bytes, of: endpoint)
        }
    }

    private func post(
        _ path: String,
        _ request: some Encodable & Sendable,
        to endpoint: EtcdEndpoint
    ) async throws
        -> ByteBuffer
    {
        guard let login else { return try await transport.post(path, request, to: endpoint, token: nil) }
        let token = try await login.token()
        do {
            return try await transport.post(path, request, to: endpoint, token: token)
        } catch let error as EtcdError where error.kind == .unauthenticated {
            let other = try await login.token(insteadOf: token)
            return try await transport.post(path, request, to: endpoint, token: other)
        }
    }

    private static func logIn(
        _ credentials: EtcdCredentials,
        at endpoint: EtcdEndpoint,
        _ transport: EtcdTransport
    ) async throws -> String {
        let request = EtcdMessage.LoginRequest(name: credentials.user, password: credentials.password)
        do {
            let bytes = try await transport.post("/v3/auth/authenticate", request, to: endpoint, token: nil)
            let answer: EtcdMessage.LoginAnswer = try EtcdTransport.decode(from: bytes, of: endpoint)
            guard let token = answer.token, !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw EtcdError.malformed(endpoint) }
            return token
        } catch let error as EtcdError where error.reason.contains("authentication is not enabled") {
            return ""
        }
    }

    /// The version of one member.
    func version(of endpoint: EtcdEndpoint) async throws -> String {
        let bytes = try await transport.get("/version", from: endpoint)
        return try EtcdTransport.decode(EtcdMessage.Version.self, from: bytes, of: endpoint).server.plain
    }
}
