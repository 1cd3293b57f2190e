import ClusterDirectory
import NIOCore
import NIOPosix
import StreamProtocol
import Testing

@testable import StreamCluster

/// The requests to etcd, against its gateway as it is documented.
@Suite(.timeLimit(.minutes(10))) struct EtcdClientTests {
    private static let relay = RelayID(high: 1, low: 2)

    private func registration(since: Int64? = nil) throws -> Registration {
        let digest = try #require(PublisherDigest(String(repeating: "a", count: PublisherDigest.length)))
        return Registration(address: "tls://a.example:7450", publisher: digest, relay: Self.relay, since: since)
    }

    private func write(_ name: String, lease: Int64, replaces: Int64? = nil) throws -> DirectoryWrite {
        DirectoryWrite(
            number: 1,
            stream: try StreamName(name),
            registration: try registration(),
            lease: lease,
            replaces: replaces
        )
    }

    @Test func `a lease is granted, kept and lost`() async throws {
        try await FakeEtcd.run { etcd in
            try await TestClient.run(try etcd.settings()) { client in
                let lease = try await client.grantLease(seconds: 5)
                #expect(etcd.leases == [lease])
                #expect(try await client.keepLease(lease))
                etcd.endAllLeases()
                #expect(try await !client.keepLease(lease))
                #expect(try await client.write(write("live", lease: lease)) == .leaseMissing)
            }
        }
    }

    @Test func `a key is written if it is absent, or as it was`() async throws {
        try await FakeEtcd.run { etcd in
            try await TestClient.run(try etcd.settings()) { client in
                let lease = try await client.grantLease(seconds: 5)
                #expect(try await client.write(write("live", lease: lease)) == .done(revision: 2))
                let item = DirectoryItem(
                    key: "live",
                    registration: try registration(),
                    createRevision: 2,
                    modRevision: 2,
                    lease: lease
                )
                #expect(try await client.write(write("live", lease: lease)) == .differs(item, revision: 2))
                #expect(try await client.write(write("live", lease: lease, replaces: 2)) == .done(revision: 3))
                #expect(try await client.write(write("other", lease: lease, replaces: 2)) == .differs(nil, revision: 3))
                let other = DirectoryRemoval(number: 1, stream: .live, lease: lease + 1)
                guard case .differs(let found?, _) = try await client.remove(other) else { throw Unexpected() }
                #expect(found.modRevision == 3 && found.createRevision == 2)
                let own = DirectoryRemoval(number: 1, stream: .live, lease: lease)
                #expect(try await client.remove(own) == .done(revision: 4))
                #expect(etcd.keys.isEmpty)
            }
        }
    }

    @Test func `all keys are read in pages, and counted`() async throws {
        try await FakeEtcd.run { etcd in
            for name in ["a", "b/1", "c"] { etcd.put("/streamd/streams/\(name)", "?") }
            etcd.put("/streamd/others/x", "?")
            etcd.put("/streamd/streams0", "?")
            try await TestClient.run(try etcd.settings()) { client in
                let first = try await client.read(DirectoryRead(number: 1, after: nil, revision: nil, limit: 2))
                #expect(first.items.map(\.key) == ["a", "b/1"] && first.hasMore)
                #expect(first.items.allSatisfy { $0.registration == nil })
                #expect(first.moment == DirectoryMoment(cluster: 12_585_971_608_760_269_493, revision: 6))
                let second = try await client.read(DirectoryRead(number: 1, after: "b/1", revision: 6, limit: 2))
                #expect(second.items.map(\.key) == ["c"] && !second.hasMore)
                let summary = try await client.summary()
                #expect(summary.count == 3 && summary.newest?.key == "c" && summary.moment.revision == 6)
            }
        }
    }

    @Test func `a watch tells of all changes from its revision on`() async throws {
        try await FakeEtcd.run { etcd in
            try await TestClient.run(try etcd.settings()) { client in
                let lease = try await client.grantLease(seconds: 5)
                _ = try await client.write(write("live", lease: lease))
                let (events, continuation) = AsyncStream<EtcdClient.WatchEvent>.makeStream()
                let watching = Task { try await client.watch(from: 2) { continuation.yield($0) } }
                var iterator = events.makeAsyncIterator()
                guard case .opened? = await iterator.next(), case .changes(let missed, _)? = await iterator.next()
                else { throw Unexpected() }
                #expect(missed.count == 1)
                etcd.endAllLeases()
                guard case .changes(let changes, let moment)? = await iterator.next() else { throw Unexpected() }
                #expect(changes == [.deleted(key: "live", revision: 3)] && moment.revision == 3)
                etcd.endWatches()
                #expect(await failure { try await watching.value }?.kind == .unavailable)
            }
        }
    }

    @Test func `a watch from before a compaction says so`() async throws {
        try await FakeEtcd.run { etcd in
            etcd.put("/streamd/streams/a", "?")
            etcd.compact()
            try await TestClient.run(try etcd.settings()) { client in
                #expect(await failure { try await client.watch(from: 1) { _ in } }?.kind == .compacted)
            }
        }
    }

    @Test func `another endpoint is used where one does not serve`() async throws {
        try await FakeEtcd.run { first in
            try await FakeEtcd.run { second in
                let settings = try EtcdSettings("etcd://127.0.0.1:\(first.port),127.0.0.1:\(second.port)")
                try await TestClient.run(settings) { client in
                    _ = try await client.summary()
                    #expect(client.endpoint.port == first.port)
                    first.mode = .closes
                    _ = try await client.summary()
                    #expect(client.endpoint.port == second.port)
                    second.mode = .says(status: 503, #"{"error":"etcdserver: no leader","code":14}"#)
                    first.mode = .answers
                    _ = try await client.summary()
                    #expect(client.endpoint.port == first.port)
                }
            }
        }
    }

    @Test func `requests that wait share one login, and log in again when the token counts no longer`() async throws {
        try await FakeEtcd.run { etcd in
            etcd.requireUser("relay", password: "secret")
            var settings = try etcd.settings()
            settings.credentials = EtcdCredentials(user: "relay", password: "secret")
            try await TestClient.run(settings) { client in
                for logins in 1...2 {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<10 { group.addTask { _ = try await client.summary() } }
                        try await group.waitForAll()
                    }
                    #expect(etcd.logins == logins)
                    etcd.forgetToken()
                }
            }
        }
    }

    @Test func `a watch and a lease log in again when the token counts no longer, too`() async throws {
        try await FakeEtcd.run { etcd in
            etcd.requireUser("relay", password: "secret")
            var settings = try etcd.settings()
            settings.credentials = EtcdCredentials(user: "relay", password: "secret")
            try await TestClient.run(settings) { client in
                let lease = try await client.grantLease(seconds: 5)
                etcd.forgetToken()
                #expect(try await client.keepLease(lease))
                #expect(etcd.logins == 2)
                etcd.forgetToken()
                #expect(await failure { try await client.watch(from: 1) { _ in } }?.kind == .unauthenticated)
                #expect(etcd.logins == 3, "the next watch has another token")
            }
        }
    }

    @Test(
        arguments: [
            (401, #"{"error":{"grpc_code":16,"http_code":401,"message":"etcdserver: invalid auth token"}}"#, 16),
            (400, #"{"error":{"code":16,"message":"etcdserver: invalid auth token","details":[]}}"#, 16),
            (200, #"{"error":{"grpc_code":16,"message":"etcdserver: invalid auth token"}}"#, 16),
            (403, #"{"error":{"grpc_code":7,"message":"etcdserver: permission denied"}}"#, 7),
            (200, #"{"result":{"created":true,"canceled":true,"cancel_reason":"etcdserver: permission denied"}}"#, 7),
            (503, #"{"error":{"message":"etcdserver: no leader"}}"#, 14), (503, #"{"error":{}}"#, 14),
            (503, #"{"error":[]}"#, 14),
        ]
    )
    func `errors of a watch are understood`(status: Int, text: String, code: Int) async throws {
        try await FakeEtcd.run { etcd in
            etcd.mode = .says(status: status, text + "\n")
            try await TestClient.run(try etcd.settings()) { client in
                let kind: EtcdError.Kind = code == 16 ? .unauthenticated : code == 7 ? .refused : .unavailable
                #expect(await failure { try await client.watch(from: 1) { _ in } }?.kind == kind)
            }
        }
    }

    @Test func `an answer that an operator must do something about says what`() throws {
        let endpoint = try #require(EtcdEndpoint("a.example"))
        let texts = [
            "permission denied", "authentication failed, invalid user ID or password", "mvcc: database space exceeded",
        ]
        for text in texts {
            let error = EtcdError(code: text.contains("space") ? 8 : 7, "etcdserver: \(text)", at: endpoint)
            #expect(error.kind == .refused)
            #expect(error.reason.contains("\(text); "))
        }
        #expect(EtcdError(code: 8, "etcdserver: too many requests", at: endpoint).kind == .unavailable)
    }

    @Test func `a wrong password is not tried again and again, and is in no error`() async throws {
        try await FakeEtcd.run { etcd in
            etcd.requireUser("relay", password: "secret")
            var settings = try etcd.settings()
            settings.credentials = EtcdCredentials(user: "relay", password: "hunter2")
            try await TestClient.run(settings) { client in
                for _ in 0..<5 {
                    let error = await failure { try await client.summary() }
                    #expect(error?.kind == .refused)
                    #expect(error?.reason.contains("hunter2") == false)
                }
                #expect(etcd.logins == 1)
            }
            #expect("\(settings)".contains("hunter2") == false)
        }
    }

    @Test func `credentials do no harm where etcd has no users`() async throws {
        try await FakeEtcd.run { etcd in
            var settings = try etcd.settings()
            settings.credentials = EtcdCredentials(user: "relay", password: "secret")
            try await TestClient.run(settings) { client in
                let summary = try await client.summary()
                #expect(summary.count == 0)
            }
        }
    }

    @Test(
        arguments: [
            (200, "", EtcdError.Kind.unavailable), (200, "[]", .unavailable), (200, "{}", .unavailable),
            (200, #"{"header":{"revision":"x"}}"#, .unavailable), (404, "404 page not found", .unavailable),
            (200, #"{"header":{"revision":"1"},"kvs":[{"key":"*"}]}"#, .unavailable),
            (200, String(repeating: "[", count: 100_000), .unavailable),
            (200, String(repeating: " ", count: 300_000), .tooLong),
            (400, #"{"error":"etcdserver: mvcc: required revision has been compacted","code":11}"#, .compacted),
            (403, #"{"code":7,"message":"etcdserver: permission denied","details":[]}"#, .refused),
        ]
    )
    func `an answer that is none of etcd's is an error`(status: Int, text: String, kind: EtcdError.Kind) async throws {
        try await FakeEtcd.run { etcd in
            etcd.mode = .says(status: status, text)
            try await TestClient.run(try etcd.settings()) { client in
                #expect(await failure { try await client.summary() }?.kind == kind)
            }
        }
    }

    @Test func `numbers that no directory has do no harm`() async throws {
        try await FakeEtcd.run { etcd in
            etcd.mode = .says(status: 200, #"{"header":{"revision":"9223372036854775807"},"count":"-1","kvs":[]}"#)
            try await TestClient.run(try etcd.settings()) { client in
                let summary = try await client.summary()
                #expect(summary.count == -1 && summary.moment.revision == .max)
            }
        }
    }

    @Test func `a report has the version of each member, and what is wrong`() async throws {
        try await FakeEtcd.run { etcd in
            try await TestClient.run(try etcd.settings()) { client in
                let lease = try await client.grantLease(seconds: 5)
                _ = try await client.write(write("live", lease: lease))
            }
            let settings = try EtcdSettings("etcd://127.0.0.1:1,127.0.0.1:\(etcd.port)")
            let transport = TestClient.transport()
            let report = await DirectoryReport.make(settings, DirectorySettings.defaultKeyPrefix, transport)
            await transport.shutdown()
            #expect(report.endpoints.map(\.version) == [nil, "3.5.16"])
            #expect(report.endpoints.map { $0.problem == nil } == [false, true])
            #expect(report.streams == [DirectoryRecord(stream: .live, relay: "tls://a.example:7450")])
        }
    }
}

/// Something else came than a test waits for.
struct Unexpected: Error {}

/// The error of a request.
func failure<Answer>(_ request: () async throws -> Answer) async -> EtcdError? {
    do {
        _ = try await request()
        return nil
    } catch {
        return error as? EtcdError
    }
}

/// A client of etcd for the time of a test.
enum TestClient {
    /// Only a test about a limit meets it.
    static func transport() -> EtcdTransport {
        EtcdTransport(
            tls: nil,
            on: MultiThreadedEventLoopGroup.singleton,
            limits: EtcdLimits(answerTime: .minutes(10), answerLength: 200_000, messageLength: 200_000),
            clock: .system
        )
    }

    static func run(_ settings: EtcdSettings, _ body: (EtcdClient) async throws -> Void) async throws {
        let transport = transport()
        let client = EtcdClient(settings, keyPrefix: DirectorySettings.defaultKeyPrefix, transport)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(client)) } catch { outcome = .failure(error) }
        await transport.shutdown()
        try outcome.get()
    }
}
