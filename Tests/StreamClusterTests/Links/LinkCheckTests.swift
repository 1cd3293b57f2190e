import Platform
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamCluster

/// Relays of a cluster that are asked for each other's streams.
@Suite(.timeLimit(.minutes(10))) struct LinkCheckTests {
    private static let hall = "hall"
    private static let yard = "yard"

    /// The streams that etcd has; `nil` if it does not answer.
    private static func records(_ settings: EtcdSettings) async -> [DirectoryRecord]? {
        let transport = TestClient.transport()
        let report = await DirectoryReport.make(settings, DirectorySettings.defaultKeyPrefix, transport)
        await transport.shutdown()
        return report.isReadable ? report.streams : nil
    }

    private static func check(
        _ token: AccessToken? = nil,
        directory: @escaping @Sendable () async -> [DirectoryRecord]?
    ) -> LinkCheck {
        LinkCheck(answerTime: .seconds(600), pause: .zero, directory: directory) { address in
            var client = ClientConfiguration(address)
            client.token = token
            client.clientName = "check"
            return client
        }
    }

    private static func check(_ etcd: FakeEtcd, _ token: AccessToken? = nil) throws -> LinkCheck {
        let settings = try etcd.settings()
        return check(token) { await records(settings) }
    }

    private func link(_ upstream: ClusterRelay, _ downstream: ClusterRelay, _ stream: String) throws -> ClusterLink {
        ClusterLink(from: upstream.address, to: downstream.address, stream: try StreamName(stream))
    }

    /// Publishes a stream, and waits until it is live.
    private func publish(
        _ stream: String,
        at relay: ClusterRelay,
        token: AccessToken? = nil
    ) async throws -> TestPublisher {
        let publisher = try TestPublisher(try relay.relay.client(stream, token: token))
        try await publisher.sendGroup()
        _ = try await TestViewer(try relay.relay.client(stream, token: token)).frame()
        return publisher
    }

    private func know(_ relay: ClusterRelay, of stream: String) async throws {
        try await eventually { relay.directory.streams.contains { $0.stream.description == stream } }
    }

    @Test func `relays that reach each other take streams from each other, and keep no viewer`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd) { b in
                    try await ClusterRelay.run(etcd) { edge in
                        let publishers = [
                            try await publish(Self.hall, at: a), try await publish(Self.yard, at: b),
                        ]
                        for relay in [b, edge] { try await know(relay, of: Self.hall) }
                        for relay in [a, edge] { try await know(relay, of: Self.yard) }
                        let settings = try etcd.settings()
                        let records = try #require(await Self.records(settings))
                        let plan = LinkPlan(records, asking: [a, b, edge].map(\.address))
                        let links = try [
                            link(a, b, Self.hall), link(b, a, Self.yard), link(a, edge, Self.hall),
                            link(b, edge, Self.yard),
                        ]
                        #expect(plan.links.count == links.count && Set(plan.links) == Set(links))
                        #expect(plan.withoutStreams == [edge.address])
                        let results = try await Self.check(etcd).run(plan.links)
                        #expect(results == plan.links.map { LinkCheck.Result($0, .works) })
                        for relay in [a, b, edge] {
                            try await eventually {
                                await relay.relay.control.connections().allSatisfy { connection in
                                    guard case .viewer(_, let client, _) = connection.role else { return true }
                                    return client.clientName != "check"
                                }
                            }
                        }
                        withExtendedLifetime(publishers) {}
                    }
                }
            }
        }
    }

    @Test func `a relay that is refused by another one is named, also when etcd is gone then`() async throws {
        let token = try AccessToken("secret")
        let admission = AsyncAdmission { credentials throws(ProtocolError) in
            guard credentials.token == token else { throw ProtocolError(.unauthorized, "This is not the token.") }
            return .allStreams
        }
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd, admission: admission) { a in
                // It has no token to show.
                try await ClusterRelay.run(etcd) { b in
                    let publishers = [
                        try await publish(Self.hall, at: a, token: token), try await publish(Self.yard, at: b),
                    ]
                    try await know(b, of: Self.hall)
                    try await know(a, of: Self.yard)
                    let links = [try link(a, b, Self.hall), try link(b, a, Self.yard)]
                    let etcdIsGone = Self.check(token) { nil }
                    for check in [try Self.check(etcd, token), etcdIsGone] {
                        let results = await check.run(links)
                        #expect(results.map(\.link) == links)
                        guard case .blocked(.refusal(let ending)) = results[0].outcome else {
                            Issue.record("Relay a refuses relay b: \(results[0].outcome)")
                            continue
                        }
                        #expect(ending.code == .internalFault)
                        #expect(results[1].outcome == .works)
                    }
                    withExtendedLifetime(publishers) {}
                }
            }
        }
    }

    @Test func `a stream that has ended is replaced, and a source without any is dropped`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd) { b in
                    let publisher = try await publish(Self.hall, at: a)
                    try await know(b, of: Self.hall)
                    // The streams of these links have ended since the directory was read.
                    let links = [try link(a, b, "gone"), try link(b, a, "gone")]
                    let results = try await Self.check(etcd).run(links)
                    let replaced = LinkCheck.Result(try link(a, b, Self.hall), .works)
                    #expect(results == [replaced, LinkCheck.Result(links[1], .vanished)])
                    withExtendedLifetime(publisher) {}
                }
            }
        }
    }

    @Test func `a stream of the directory that a relay does not know of is a failure`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd) { b in
                    let gone = try link(a, b, "gone")
                    let record = DirectoryRecord(stream: gone.stream, relay: a.address)
                    let results = await Self.check(directory: { [record] }).run([gone])
                    #expect(results == [LinkCheck.Result(gone, .blocked(.welcome(.waiting, relays: 1)))])
                }
            }
        }
    }

    @Test func `an address that cannot be used is no link that works`() async throws {
        let links = ["b.example:99999", "http://b.example", ""].map {
            ClusterLink(from: "a.example:7450", to: $0, stream: .live)
        }
        for result in await Self.check(directory: { nil }).run(links) {
            guard case .unknown(.silence(let reason)) = result.outcome else {
                Issue.record("\(result.link.downstream): \(result.outcome)")
                continue
            }
            #expect(reason.contains("'\(result.link.downstream)'"))
        }
    }

    @Test func `the directory is read again for failures only, and at most once for each attempt`() async throws {
        let reads = Mutex(0)
        try await FakeEtcd.run { etcd in
            let settings = try etcd.settings()
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd) { b in
                    let publisher = try await publish(Self.hall, at: a)
                    try await know(b, of: Self.hall)
                    let check = Self.check {
                        reads.withLock { $0 += 1 }
                        return await Self.records(settings)
                    }
                    _ = await check.run([try link(a, b, Self.hall)])
                    #expect(reads.withLock(\.self) == 0)
                    _ = await check.run([try link(a, b, "gone"), try link(a, b, "lost"), try link(b, a, "gone")])
                    #expect(reads.withLock(\.self) == 1)
                    withExtendedLifetime(publisher) {}
                }
            }
        }
    }
}

extension ClusterRelay {
    /// Its address in the directory.
    fileprivate var address: String { "127.0.0.1:\(relay.port)" }
}
