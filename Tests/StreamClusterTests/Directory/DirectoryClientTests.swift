import ClusterDirectory
import NIOCore
import RelayTestSupport
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamCluster

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A relay's part in a directory, against an etcd in this process.
@Suite(.timeLimit(.minutes(10))) struct DirectoryClientTests {
    private let key = "/streamd/streams/live"
    private let instance = InstanceID(high: 1, low: 2)

    /// A publication, and the errors with which its publisher is refused.
    private func makePublication(_ number: UInt64 = 1) -> (LocalPublication, AsyncStream<ProtocolError>) {
        let (errors, continuation) = AsyncStream<ProtocolError>.makeStream()
        return (LocalPublication(.live, instance: instance, number: number) { continuation.yield($0) }, errors)
    }

    /// The value of another relay's registration.
    private func value(of publisher: InstanceID, since: Int64? = nil) throws -> String {
        let registration = Registration(
            address: "tls://b.example:7450",
            publisher: PublisherDigest(publisher, of: .live),
            relay: RelayID(high: 9, low: 9),
            since: since
        )
        return String(decoding: try EtcdKeys.value(of: registration), as: UTF8.self)
    }

    @Test func `a publication is registered while it lasts, and the lease is given up at the end`() async throws {
        try await FakeEtcd.run { etcd in
            try await DirectoryClient.run(etcd, at: "tls://a.example") { client in
                client.publicationBegan(makePublication().0)
                try await eventually { client.status.registered == 1 && client.status.isCurrent }
                let entry = try #require(etcd.keys[key])
                #expect(EtcdKeys.registration(entry.value)?.address == "tls://a.example:7450")
                #expect(etcd.leases == [entry.lease])
                #expect(client.location(of: .live) == .absent)
                client.publicationEnded(.live, number: 1)
                try await eventually { etcd.keys.isEmpty }
                client.publicationBegan(makePublication(2).0)
                try await eventually { client.status.registered == 1 }
            }
            #expect(etcd.leases.isEmpty && etcd.keys.isEmpty)
        }
    }

    @Test func `another publisher's registration refuses this one, which may try again`() async throws {
        try await FakeEtcd.run { etcd in
            etcd.put(key, try value(of: InstanceID(high: 5, low: 5)))
            try await DirectoryClient.run(etcd) { client in
                try await eventually { client.status.isCurrent }
                #expect(client.claim(.live, for: instance) == .taken(retryAfter: 1_200_000))
                #expect(client.relay(of: .live) == "tls://b.example:7450")
                #expect(client.streams == [DirectoryRecord(stream: .live, relay: "tls://b.example:7450")])
                let (publication, errors) = makePublication()
                client.publicationBegan(publication)
                let error = await errors.first { _ in true }
                #expect(error?.code == .streamTaken && error?.retryAfter != nil)
                #expect(client.status.refusals == 2)
                #expect(etcd.keys.count == 1)
            }
        }
    }

    @Test func `the same publisher takes its registration over, and loses it to another relay`() async throws {
        try await FakeEtcd.run { etcd in
            etcd.put(key, try value(of: instance))
            try await DirectoryClient.run(etcd) { client in
                try await eventually { client.status.isCurrent }
                #expect(client.claim(.live, for: instance) == .moves)
                let (publication, errors) = makePublication()
                client.publicationBegan(publication)
                try await eventually { client.status.registered == 1 }
                #expect(etcd.keys[key]?.create == 2 && etcd.keys[key]?.mod == 3)
                etcd.put(key, try value(of: instance, since: 2))
                #expect(await errors.first { _ in true }?.code == .streamTaken)
                #expect(client.isElsewhere(.live))
            }
        }
    }

    @Test func `a directory that comes later is joined`() async throws {
        try await FakeEtcd.run { etcd in
            etcd.mode = .closes
            try await DirectoryClient.run(etcd) { client in
                client.publicationBegan(makePublication().0)
                #expect(client.isStarting)
                #expect(client.claim(.live, for: InstanceID.random()) == .unknown)
                try await eventually { client.status.problem != nil }
                #expect(!client.status.isCurrent && client.status.unregistered == 1)
                etcd.mode = .answers
                try await eventually { client.status.isCurrent && client.status.registered == 1 }
                try await eventually { client.status.problem == nil && client.status.connections == 1 }
            }
        }
    }

    @Test func `a relay that has lost its lease registers again`() async throws {
        try await FakeEtcd.run { etcd in
            try await DirectoryClient.run(etcd) { client in
                client.publicationBegan(makePublication().0)
                try await eventually { client.status.registered == 1 && client.status.isCurrent }
                let first = try #require(etcd.keys[key])
                etcd.endAllLeases()
                try await eventually { etcd.keys[key].map { $0.lease != first.lease } ?? false }
                let registration = etcd.keys[key].flatMap { EtcdKeys.registration($0.value) }
                #expect(registration?.since == first.create, "it is as old as before")
            }
        }
    }

    @Test func `changes while a connection is lost are known after it`() async throws {
        try await FakeEtcd.run { etcd in
            try await DirectoryClient.run(etcd) { client in
                try await eventually { client.status.isCurrent }
                etcd.mode = .closes
                etcd.endWatches()
                try await eventually { !client.status.isCurrent }
                etcd.put(key, try value(of: instance))
                etcd.put("/streamd/streams/bad//name", "?")
                etcd.put("/streamd/streams/bad", "?")
                etcd.mode = .answers
                try await eventually { client.status.isCurrent && client.status.streams == 1 }
                #expect(client.streams.map(\.stream) == [.live])
                etcd.mode = .closes
                etcd.endWatches()
                try await eventually { !client.status.isCurrent }
                etcd.endAllLeases()
                etcd.put(key, "?")
                etcd.compact()
                #expect(client.isElsewhere(.live), "what is known stays known")
                etcd.mode = .answers
                try await eventually { client.status.isCurrent && !client.isElsewhere(.live) }
                try await eventually { client.status.connections >= 3 }
            }
        }
    }

    @Test func `an etcd that answers but lets this relay write nothing is a problem, with what to do`() async throws {
        try await FakeEtcd.run { etcd in
            etcd.mode = .refusesWrites
            try await DirectoryClient.run(etcd) { client in
                client.publicationBegan(makePublication().0)
                try await eventually { client.status.isCurrent && client.status.problem != nil }
                #expect(client.status.problem?.contains("permission to read and write") == true)
                #expect(client.status.unregistered == 1)
                etcd.mode = .answers
                try await eventually { client.status.registered == 1 && client.status.problem == nil }
            }
        }
    }

    @Test func `what was known before etcd went away moves no viewer, and sends none elsewhere`() async throws {
        try await FakeEtcd.run { etcd in
            etcd.put(key, try value(of: InstanceID(high: 5, low: 5)))
            try await DirectoryClient.run(etcd) { client in
                let connector = OriginConnector(
                    OriginSettings(),
                    directory: client,
                    clientName: "edge",
                    logger: .silent
                )
                try await eventually { client.status.isCurrent }
                #expect(connector.presence(of: .live) == .certain)
                #expect(connector.redirect(of: .live, for: .subscribe) != nil)
                etcd.mode = .closes
                etcd.endWatches()
                try await eventually { !client.status.isCurrent }
                #expect(connector.presence(of: .live) == .possible)
                #expect(connector.redirect(of: .live, for: .subscribe) == nil)
                #expect(connector.origin(of: .live) == "b.example:7450", "viewers are served from there")
            }
        }
    }

    @Test func `an observer learns which streams have changed`() async throws {
        try await FakeEtcd.run { etcd in
            try await DirectoryClient.run(etcd) { client in
                let (changes, continuation) = AsyncStream<Set<StreamName>>.makeStream()
                client.observe { continuation.yield($0) }
                try await eventually { client.status.isCurrent }
                etcd.put(key, try value(of: instance))
                #expect(await changes.first { _ in true } == [.live])
                #expect(client.location(of: .live) == .relay("tls://b.example:7450"))
            }
        }
    }
}
