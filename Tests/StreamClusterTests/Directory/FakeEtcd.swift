import NIOCore
import NIOPosix
import StreamCluster
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An etcd of one member in this process, with its JSON gateway. Leases end when a test says so.
final class FakeEtcd: Sendable {
    struct Key: Hashable {
        var value: Data
        var create: Int64
        var mod: Int64
        var lease: Int64
    }

    private struct State {
        var revision: Int64 = 1
        var keys: [Data: Key] = [:]
        var leases: Set<Int64> = []
        var lastLease: Int64 = 100
        var history: [(revision: Int64, key: Data, value: Key?)] = []
        var compacted: Int64 = 0
        /// The connections that watch.
        var watchers: [ObjectIdentifier: any Channel] = [:]
        /// The user that must log in, with the password; `nil` for no authentication.
        var user: (name: String, password: String)?
        var token: String?
        var logins = 0
        var mode = Mode.answers
        var counts: [String: Int] = [:]
    }

    /// What it does with requests.
    enum Mode {
        case answers
        /// Closes connections instead.
        case closes
        /// Answers this, whatever is asked.
        case says(status: Int, String)
        /// Answers, but lets nobody write.
        case refusesWrites
    }

    private let state = Mutex(State())
    private let channel: any Channel
    private let requests: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    private init(on group: MultiThreadedEventLoopGroup) async throws {
        (requests, continuation) = AsyncStream.makeStream()
        let box = Box()
        channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(GatewayHandler(box))
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        box.set(self)
    }

    /// Runs it for as long as `body` runs.
    static func run<Result>(_ body: (FakeEtcd) async throws -> Result) async throws -> Result {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let etcd = try await FakeEtcd(on: group)
        let outcome: Swift.Result<Result, any Error>
        do { outcome = .success(try await body(etcd)) } catch { outcome = .failure(error) }
        try await etcd.channel.close()
        try await group.shutdownGracefully()
        return try outcome.get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    /// Its address, for a client.
    func settings() throws -> EtcdSettings { try EtcdSettings("etcd://127.0.0.1:\(port)") }

    // MARK: What a test does

    /// Waits for a request of this path that comes after the last one that was waited for.
    func request(_ path: String) async {
        for await request in requests where request == path { return }
    }

    var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    var logins: Int { state.withLock { $0.logins } }

    func count(of path: String) -> Int { state.withLock { $0.counts[path, default: 0] } }

    /// From now on, a user must log in.
    func requireUser(_ name: String, password: String) { state.withLock { $0.user = (name, password) } }

    /// The token that was given last counts no longer.
    func forgetToken() { state.withLock { $0.token = nil } }

    var keys: [String: Key] {
        state.withLock { state in
            Dictionary(uniqueKeysWithValues: state.keys.map { (String(decoding: $0.key, as: UTF8.self), $0.value) })
        }
    }

    var leases: Set<Int64> { state.withLock { $0.leases } }

    /// All leases end at this moment.
    func endAllLeases() {
        state.withLock { state in
            for lease in state.leases.sorted() { Self.revoke(lease, in: &state) }
        }
    }

    func put(_ key: String, _ value: String, lease: Int64 = 0) {
        state.withLock { Self.put(Data(key.utf8), Data(value.utf8), lease, in: &$0) }
    }

    func compact() {
        state.withLock { state in
            state.compacted = state.revision
            state.history = []
        }
    }

    /// Ends all connections that watch.
    func endWatches() {
        let channels = state.withLock { Array($0.watchers.values) }
        for channel in channels { channel.close(promise: nil) }
    }

    // MARK: Requests

    enum Answer {
        case json(Int, String)
        case stream(String)
        case close
    }

    func answer(_ path: String, _ body: Data, token: String?, _ channel: any Channel) -> Answer {
        defer { continuation.yield(path) }
        return state.withLock { state in
            state.counts[path, default: 0] += 1
            switch state.mode {
            case .answers: break
            case .closes: return .close
            case .says(let status, let text): return .json(status, text)
            case .refusesWrites where path == "/v3/kv/txn":
                return Self.problem(403, 7, "etcdserver: permission denied")
            case .refusesWrites: break
            }
            if path == "/version" { return .json(200, #"{"etcdserver":"3.5.16","etcdcluster":"3.5.0"}"#) }
            guard let request = try? JSONDecoder().decode(GatewayRequest.self, from: body) else {
                return .json(400, #"{"error":"malformed","message":"malformed","code":3}"#)
            }
            if path == "/v3/auth/authenticate" { return Self.logIn(request, in: &state) }
            if state.user != nil, token == nil || token != state.token {
                let text = token == nil ? "etcdserver: user name is empty" : "etcdserver: invalid auth token"
                let (status, code) = token == nil ? (400, 3) : (401, 16)
                return Self.isStream(path) ? Self.nested(status, code, text) : Self.problem(status, code, text)
            }
            return Self.answer(path, request, channel, in: &state)
        }
    }

    func closed(_ channel: any Channel) { state.withLock { $0.watchers[ObjectIdentifier(channel)] = nil } }

    private static func problem(_ status: Int, _ code: Int, _ text: String) -> Answer {
        .json(status, #"{"error":"\#(text)","message":"\#(text)","code":\#(code)}"#)
    }

    /// Whether the gateway gives the answer to such a request in several messages.
    private static func isStream(_ path: String) -> Bool { path == "/v3/watch" || path == "/v3/lease/keepalive" }

    /// A problem as the gateway writes it instead of the first of several messages.
    private static func nested(_ status: Int, _ code: Int, _ text: String) -> Answer {
        .json(status, #"{"error":{"grpc_code":\#(code),"http_code":\#(status),"message":"\#(text)"}}"#)
    }

    private static func logIn(_ request: GatewayRequest, in state: inout State) -> Answer {
        state.logins += 1
        guard let user = state.user else { return problem(400, 9, "etcdserver: authentication is not enabled") }
        guard request.name == user.name, request.password == user.password else {
            return problem(400, 3, "etcdserver: authentication failed, invalid user ID or password")
        }
        let token = "token.\(state.logins)"
        state.token = token
        return .json(200, "{\(header(state)),\"token\":\"\(token)\"}")
    }

    private static func header(_ state: State) -> String {
        #""header":{"cluster_id":"12585971608760269493","member_id":"1","revision":"\#(state.revision)"}"#
    }

    private static func answer(
        _ path: String,
        _ request: GatewayRequest,
        _ channel: any Channel,
        in state: inout State
    ) -> Answer {
        switch path {
        case "/v3/lease/grant":
            state.lastLease += 1
            state.leases.insert(state.lastLease)
            let time = request.timeToLive?.value ?? 0
            return .json(200, "{\(header(state)),\"ID\":\"\(state.lastLease)\",\"TTL\":\"\(time)\"}")
        case "/v3/lease/keepalive":
            let id = request.id?.value ?? 0
            let time = state.leases.contains(id) ? ",\"TTL\":\"5\"" : ""
            return .json(200, "{\"result\":{\(header(state)),\"ID\":\"\(id)\"\(time)}}\n")
        case "/v3/lease/revoke":
            let id = request.id?.value ?? 0
            guard state.leases.contains(id) else { return problem(404, 5, "etcdserver: requested lease not found") }
            revoke(id, in: &state)
            return .json(200, "{\(header(state))}")
        case "/v3/kv/range": return range(request, in: state)
        case "/v3/kv/txn": return transaction(request, in: &state)
        case "/v3/watch": return watch(request, channel, in: &state)
        default: return .json(404, "404 page not found\n")
        }
    }

    // MARK: Keys

    private static func range(_ request: GatewayRequest, in state: State) -> Answer {
        guard let key = request.key, let end = request.rangeEnd else { return problem(400, 3, "no key") }
        var found = state.keys.filter { key.precedes($0.key, orIs: true) && $0.key.precedes(end, orIs: false) }
            .sorted { $0.key.precedes($1.key, orIs: false) }
        if request.sortTarget == "MOD" { found.sort { $0.value.mod > $1.value.mod } }
        let limit = request.limit.map { Int($0.value) } ?? found.count
        let page = found.prefix(request.countOnly == true ? 0 : limit).map { json($0.key, $0.value) }
        let more = found.count > limit && request.countOnly != true ? ",\"more\":true" : ""
        let count = found.isEmpty ? "" : ",\"count\":\"\(found.count)\""
        return .json(200, "{\(header(state)),\"kvs\":[\(page.joined(separator: ","))]\(more)\(count)}")
    }

    private static func json(_ name: Data, _ key: Key) -> String {
        let value = key.value.base64EncodedString()
        let lease = key.lease == 0 ? "" : ",\"lease\":\"\(key.lease)\""
        return "{\"key\":\"\(name.base64EncodedString())\",\"create_revision\":\"\(key.create)\","
            + "\"mod_revision\":\"\(key.mod)\",\"version\":\"1\",\"value\":\"\(value)\"\(lease)}"
    }

    private static func transaction(_ request: GatewayRequest, in state: inout State) -> Answer {
        guard let compare = request.compare?.first, let operation = request.success?.first else {
            return problem(400, 3, "no operation")
        }
        let key = state.keys[compare.key]
        let holds =
            switch compare.target {
            case "CREATE": (key?.create ?? 0) == compare.create?.value ?? 0
            case "MOD": (key?.mod ?? 0) == compare.mod?.value ?? 0
            case "LEASE": key != nil && (key?.lease ?? 0) == compare.lease?.value ?? 0
            default: false
            }
        guard holds else {
            let found = key.map { json(compare.key, $0) } ?? ""
            return .json(200, "{\(header(state)),\"responses\":[{\"response_range\":{\"kvs\":[\(found)]}}]}")
        }
        if let put = operation.put {
            guard let lease = put.lease?.value, state.leases.contains(lease) else {
                return problem(404, 5, "etcdserver: requested lease not found")
            }
            Self.put(put.key, put.value ?? Data(), lease, in: &state)
        } else if let name = operation.delete?.key {
            remove([name], in: &state)
        }
        return .json(200, "{\(header(state)),\"succeeded\":true,\"responses\":[{}]}")
    }

    private static func put(_ name: Data, _ value: Data, _ lease: Int64, in state: inout State) {
        state.revision += 1
        let created = state.keys[name]?.create ?? state.revision
        let key = Key(value: value, create: created, mod: state.revision, lease: lease)
        state.keys[name] = key
        tell([(name, key)], in: &state)
    }

    private static func remove(_ names: [Data], in state: inout State) {
        guard !names.isEmpty else { return }
        state.revision += 1
        for name in names { state.keys[name] = nil }
        tell(names.map { ($0, nil) }, in: &state)
    }

    private static func revoke(_ lease: Int64, in state: inout State) {
        state.leases.remove(lease)
        remove(state.keys.filter { $0.value.lease == lease }.map(\.key), in: &state)
    }

    // MARK: Watching

    private static func watch(_ request: GatewayRequest, _ channel: any Channel, in state: inout State) -> Answer {
        guard let create = request.create, create.key != nil, create.rangeEnd != nil else {
            return problem(400, 3, "no key")
        }
        let start = create.startRevision?.value ?? 0
        guard start == 0 || start > state.compacted else {
            return .stream(
                "{\"result\":{\(header(state)),\"created\":true}}\n{\"result\":{\(header(state)),\"canceled\":true,"
                    + "\"compact_revision\":\"\(state.compacted)\"}}\n"
            )
        }
        state.watchers[ObjectIdentifier(channel)] = channel
        let missed = state.history.filter { $0.revision >= start }.map { event($0.key, $0.value, $0.revision) }
        let created = "{\"result\":{\(header(state)),\"created\":true}}\n"
        guard !missed.isEmpty else { return .stream(created) }
        return .stream(created + "{\"result\":{\(header(state)),\"events\":[\(missed.joined(separator: ","))]}}\n")
    }

    private static func event(_ name: Data, _ key: Key?, _ revision: Int64) -> String {
        guard let key else {
            let text = name.base64EncodedString()
            return "{\"type\":\"DELETE\",\"kv\":{\"key\":\"\(text)\",\"mod_revision\":\"\(revision)\"}}"
        }
        return "{\"kv\":\(json(name, key))}"
    }

    private static func tell(_ changes: [(Data, Key?)], in state: inout State) {
        for (name, key) in changes { state.history.append((state.revision, name, key)) }
        let events = changes.map { event($0.0, $0.1, state.revision) }.joined(separator: ",")
        let line = "{\"result\":{\(header(state)),\"events\":[\(events)]}}\n"
        // Later: a write that fails closes its connection, which needs the lock.
        for channel in state.watchers.values {
            channel.eventLoop.execute { channel.writeAndFlush(GatewayHandler.chunk(line), promise: nil) }
        }
    }
}

extension Data {
    /// Whether these bytes come before others.
    fileprivate func precedes(_ other: Data, orIs: Bool) -> Bool {
        orIs && self == other || lexicographicallyPrecedes(other)
    }
}
