import ClusterDirectory
import NIOCore
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamCluster

/// Relays that find each other in a directory.
@Suite(.timeLimit(.minutes(10))) struct ClusterTests {
    private func wait(_ outlet: PublishOutlet, _ isRight: (PublishEvent) -> Bool) async {
        for await event in outlet.events where isRight(event) { return }
    }

    /// Waits until `relay` knows that another relay has a stream.
    private func know(_ relay: ClusterRelay, of stream: String = "live") async throws {
        try await eventually { relay.directory.streams.contains { $0.stream.description == stream } }
    }

    /// The connections of relays that take streams from a relay.
    private func downstream(of relay: ClusterRelay) async -> [UInt64] {
        await relay.relay.control.connections().compactMap { connection in
            if case .viewer(_, let client, _) = connection.role, client.clientName == "edge" {
                connection.id
            } else {
                nil
            }
        }
    }

    @Test func `viewers of any relay get a stream from where it is published, once for each relay`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd) { b in
                    try await ClusterRelay.run(etcd) { c in
                        let publisher = try TestPublisher(try a.relay.client())
                        try await publisher.sendGroup()
                        for relay in [b, c] { try await know(relay) }
                        let viewers = try [b, b, c, a].map { TestViewer(try $0.relay.client()) }
                        for viewer in viewers { #expect(try await viewer.frame().sequence == 0) }
                        #expect(await a.relay.relaysDownstream() == 2)
                        #expect(await b.relay.control.stream(.live)?.source?.origin == "127.0.0.1:\(a.relay.port)")
                        try await publisher.finish()
                        for viewer in viewers { _ = try await viewer.rest() }
                        try await eventually { b.directory.streams.isEmpty && etcd.keys.isEmpty }
                    }
                }
            }
        }
    }

    @Test func `viewers who wait find the publisher on whichever relay it comes to`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd) { b in
                    let viewer = TestViewer(try b.relay.client())
                    #expect(try await viewer.connected().state == .waiting)
                    let publisher = try TestPublisher(try a.relay.client())
                    try await publisher.sendGroup()
                    #expect(try await viewer.frame().sequence == 0)
                }
            }
        }
    }

    @Test func `another publisher of the name is refused on every relay, and may try again`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd) { b in
                    let publisher = try TestPublisher(try a.relay.client())
                    try await publisher.sendGroup()
                    try await know(b)
                    let other = try TestPublisher(try b.relay.client())
                    for await event in other.outlet.events {
                        guard case .disconnected(let error, _) = event else { continue }
                        #expect(error.ending?.code == .streamTaken && error.ending?.isRetryable == true)
                        break
                    }
                    #expect(b.directory.status.refusals == 1)
                }
            }
        }
    }

    @Test func `a publisher that comes to another relay takes its stream along`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd) { b in
                    try await ClusterRelay.run(etcd) { edge in
                        let instance = InstanceID.random()
                        let first = try TestPublisher(try a.relay.client(instance: instance))
                        try await first.sendGroup()
                        for relay in [b, edge] { try await know(relay) }
                        let viewers = try [a, b, edge].map { TestViewer(try $0.relay.client()) }
                        for viewer in viewers { _ = try await viewer.frames(5) }
                        let second = try TestPublisher(try b.relay.client(instance: instance))
                        try await second.sendGroup()
                        await wait(first.outlet) {
                            if case .disconnected(let error, _) = $0 {
                                error.ending?.code == .streamTaken
                            } else {
                                false
                            }
                        }
                        // It would come back.
                        await first.vanish()
                        for viewer in viewers { _ = try await viewer.frames(5) }
                        for relay in [a, edge] {
                            let source = await relay.relay.control.stream(.live)?.source
                            #expect(source?.origin == "127.0.0.1:\(b.relay.port)")
                        }
                        #expect(await b.relay.control.stream(.live)?.publisher != nil)
                    }
                }
            }
        }
    }

    @Test func `a connection that brings frames is kept while an old entry names another relay`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd, doubtTime: .seconds(600)) { b in
                    let publisher = try TestPublisher(try a.relay.client())
                    try await publisher.sendGroup()
                    try await know(b)
                    let viewer = TestViewer(try b.relay.client())
                    _ = try await viewer.frames(5)
                    let before = await downstream(of: a)
                    let key = try #require(etcd.keys.keys.first { $0.hasSuffix("live") })
                    let digest = try #require(PublisherDigest(String(repeating: "0", count: PublisherDigest.length)))
                    let old = Registration(
                        address: "127.0.0.1:1",
                        publisher: digest,
                        relay: RelayID(high: 1, low: 1),
                        since: 1_000_000
                    )
                    etcd.put(key, String(decoding: try EtcdKeys.value(of: old), as: UTF8.self))
                    // Relay a corrects the entry, and b learns both changes before it learns of another stream.
                    let value = { etcd.keys[key].map { String(decoding: $0.value, as: UTF8.self) } ?? "" }
                    try await eventually {
                        try await publisher.sendGroup(of: 1)
                        _ = try await viewer.frames(1)
                        return value().contains("127.0.0.1:\(a.relay.port)")
                    }
                    let other = try TestPublisher(try a.relay.client("other"))
                    try await other.sendGroup()
                    try await know(b, of: "other")
                    try await publisher.sendGroup()
                    _ = try await viewer.frames(5)
                    #expect(await downstream(of: a) == before && before.count == 1)
                }
            }
        }
    }

    @Test func `nothing that runs stops while the directory is away, and new publishers are accepted`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd) { b in
                    let publisher = try TestPublisher(try a.relay.client())
                    try await publisher.sendGroup()
                    try await know(b)
                    let viewer = TestViewer(try b.relay.client())
                    _ = try await viewer.frames(5)
                    etcd.mode = .closes
                    etcd.endWatches()
                    try await eventually { !a.directory.status.isCurrent && !b.directory.status.isCurrent }
                    let later = TestViewer(try b.relay.client(), request: WatchRequest(waits: false))
                    let other = try TestPublisher(try b.relay.client("other"))
                    try await other.sendGroup()
                    _ = try await TestViewer(try b.relay.client("other")).frame()
                    try await publisher.sendGroup()
                    _ = try await viewer.frames(5)
                    _ = try await later.frames(5)
                    etcd.mode = .answers
                    try await know(a, of: "other")
                    // All registrations are lost, and made again.
                    etcd.endAllLeases()
                    try await eventually { etcd.keys.count == 2 }
                    try await publisher.sendGroup()
                    let rest = try await viewer.frames(5)
                    #expect(rest.map(\.header.sequence) == Array(10..<15), "the viewer's stream went on")
                }
            }
        }
    }

    @Test func `a viewer that comes before the directory is known waits for it`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                let publisher = try TestPublisher(try a.relay.client())
                try await publisher.sendGroup()
                try await eventually { !etcd.keys.isEmpty }
                etcd.mode = .closes
                try await ClusterRelay.run(etcd, isKnown: false) { b in
                    let viewer = TestViewer(try b.relay.client(), request: WatchRequest(waits: false))
                    try await eventually { b.directory.status.problem != nil }
                    etcd.mode = .answers
                    #expect(try await viewer.frame().sequence == 0)
                }
            }
        }
    }

    @Test func `a stream that no relay has is waited for, or refused`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { b in
                let impatient = TestViewer(try b.relay.client(), request: WatchRequest(waits: false))
                #expect(await refusal(of: impatient) == .streamNotFound)
                #expect(try await TestViewer(try b.relay.client()).connected().state == .waiting)
            }
        }
    }

    @Test func `a relay that the operator names comes first`() async throws {
        try await FakeEtcd.run { etcd in
            try await RunningRelay.run { origin in
                let rule = try #require(OriginRule("live=127.0.0.1:\(origin.port)"))
                try await ClusterRelay.run(etcd) { a in
                    try await ClusterRelay.run(etcd, settings: OriginSettings(rules: [rule])) { b in
                        let publishers = try [origin, a.relay].map { try TestPublisher(try $0.client()) }
                        for publisher in publishers { try await publisher.sendGroup() }
                        try await know(b)
                        _ = try await TestViewer(try b.relay.client()).frame()
                        #expect(await b.relay.control.stream(.live)?.source?.origin == "127.0.0.1:\(origin.port)")
                        #expect(await a.relay.relaysDownstream() == 0)
                    }
                }
            }
        }
    }

    @Test func `relays show each other the cluster's token`() async throws {
        let token = try AccessToken("secret")
        let admission = AsyncAdmission { credentials throws(ProtocolError) in
            guard credentials.token == token else { throw ProtocolError(.unauthorized, "This is not the token.") }
            return .allStreams
        }
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd, admission: admission) { a in
                let publisher = try TestPublisher(try a.relay.client(token: token))
                try await publisher.sendGroup()
                try await ClusterRelay.run(etcd, settings: OriginSettings(peers: PeerSettings(token: token))) { b in
                    try await know(b)
                    #expect(try await TestViewer(try b.relay.client()).frame().sequence == 0)
                }
            }
        }
    }

    @Test func `every relay lists the streams of all`() async throws {
        try await FakeEtcd.run { etcd in
            try await ClusterRelay.run(etcd) { a in
                try await ClusterRelay.run(etcd) { b in
                    let publishers = try ["x/1", "x/2"].map { try TestPublisher(try a.relay.client($0)) }
                    let here = try TestPublisher(try b.relay.client("x/3"))
                    for publisher in publishers + [here] { try await publisher.sendGroup() }
                    for name in ["x/1", "x/2"] { try await know(b, of: name) }
                    let response = try await b.relay.download("/streams", closing: true)
                    for name in ["x/1", "x/2", "x/3"] { #expect(response.contains("\"name\":\"\(name)\"")) }
                    #expect(!response.contains("127.0.0.1:\(a.relay.port)"), "where they are is for operators")
                    let single = try await b.relay.download("/streams/x/1", closing: true)
                    #expect(single.contains("\"state\":\"live\""))
                    for try await list in StreamLister(try b.relay.client()).lists {
                        guard list.count(where: { $0.state == .live }) == 3 else { continue }
                        #expect(list.map(\.name.description) == ["x/1", "x/2", "x/3"])
                        break
                    }
                }
            }
        }
    }
}
