import ClusterDirectory
import NIOCore
import StreamProtocol
import Testing

/// What a relay registers, and which publisher wins.
@Suite struct PublicationTests {
    private typealias Fixture = MachineFixture

    @Test func `a publication is registered at once, and removed at its end`() {
        var fixture = Fixture()
        _ = fixture.start()
        let actions = fixture.publish()
        #expect(
            actions == [
                .write(
                    DirectoryWrite(
                        number: 1,
                        stream: .live,
                        registration: Fixture.registration(Fixture.publisher),
                        lease: Fixture.lease,
                        replaces: nil
                    )
                )
            ]
        )
        _ = fixture.answer(actions, .done(revision: 11))
        #expect(fixture.counts == [1, 0])
        #expect(fixture.machine.location(of: .live) == .absent, "it is here")
        let end = fixture.machine.publicationEnded(.live, 1, at: fixture.now)
        #expect(end == [.remove(DirectoryRemoval(number: 2, stream: .live, lease: Fixture.lease))])
        _ = fixture.machine.removalAnswered(end.removals[0], .done(revision: 12), at: fixture.now)
        #expect(fixture.counts == [0, 0])
        #expect(fixture.machine.streamCount == 0)
    }

    @Test func `a publication that ends while it is written is removed after that`() {
        var fixture = Fixture()
        _ = fixture.start()
        let actions = fixture.publish()
        #expect(fixture.machine.publicationEnded(.live, 1, at: fixture.now).isEmpty)
        #expect(fixture.answer(actions, .done(revision: 11)).removals.count == 1)
    }

    @Test func `a publication is registered before the directory was read, and waits for a lease`() {
        var fixture = Fixture()
        _ = fixture.tick()
        #expect(fixture.publish().isEmpty)
        #expect(fixture.machine.leaseAnswered(Fixture.lease, at: fixture.now).writes.count == 1)
    }

    @Test func `a publisher that connects again changes nothing`() {
        var fixture = Fixture()
        _ = fixture.start()
        _ = fixture.answer(fixture.publish(), .done(revision: 11))
        #expect(fixture.publish(number: 2).isEmpty)
        #expect(fixture.machine.publicationEnded(.live, 1, at: fixture.now).isEmpty, "the earlier connection")
        #expect(fixture.machine.publicationEnded(.live, 2, at: fixture.now).removals.count == 1)
    }

    @Test func `another publisher's registration is confirmed before this one is refused`() {
        var fixture = Fixture()
        let other = Fixture.item(Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay), at: 8)
        _ = fixture.start([other])
        #expect(fixture.machine.claim(.live, for: Fixture.publisher, at: fixture.now) == .taken)
        let actions = fixture.publish()
        #expect(actions.writes.map(\.replaces) == [nil])
        #expect(fixture.answer(actions, .differs(other, revision: 10)) == [.refuse(.live, publication: 1, .taken)])
        #expect(fixture.machine.publicationEnded(.live, 1, at: fixture.now).isEmpty, "nothing of this relay is there")
    }

    @Test func `a publisher whose registration went a moment ago has moved, whatever its relay still sends`() {
        var fixture = Fixture()
        let other = Fixture.item(Fixture.registration(Fixture.publisher, of: Fixture.otherRelay), at: 8)
        _ = fixture.start([other])
        _ = fixture.watched([.deleted(key: "live", revision: 11)], at: 11)
        #expect(fixture.machine.claim(.live, for: Fixture.publisher, at: fixture.now) == .moves)
        #expect(fixture.machine.claim(.live, for: Fixture.otherPublisher, at: fixture.now) == .free)
        _ = fixture.tick(after: fixture.limits.departureTime)
        #expect(fixture.machine.claim(.live, for: Fixture.publisher, at: fixture.now) != .moves)
    }

    @Test func `the same publisher takes its registration over`() {
        var fixture = Fixture()
        let other = Fixture.item(Fixture.registration(Fixture.publisher, of: Fixture.otherRelay), at: 8)
        _ = fixture.start([other])
        #expect(fixture.machine.claim(.live, for: Fixture.publisher, at: fixture.now) == .moves)
        let write = fixture.publish().writes.first
        #expect(write?.replaces == 8)
        #expect(write?.registration.since == 8, "it is as old as before")
    }

    @Test func `a publisher that has gone elsewhere loses its connection here`() {
        var fixture = Fixture()
        _ = fixture.start()
        _ = fixture.answer(fixture.publish(), .done(revision: 11))
        let moved = Fixture.item(Fixture.registration(Fixture.publisher, of: Fixture.otherRelay, since: 11), at: 12)
        let actions = fixture.watched([.put(moved)], at: 12)
        #expect(actions.contains(.changed([.live])))
        let end = fixture.answer(actions, .differs(moved, revision: 12))
        #expect(end == [.refuse(.live, publication: 1, .moved)])
        #expect(fixture.machine.location(of: .live) == .relay("tls://b:7450"))
    }

    @Test func `the older registration wins after a partition`() {
        var fixture = Fixture()
        _ = fixture.start()
        _ = fixture.answer(fixture.publish(), .done(revision: 11))
        let younger = Fixture.item(Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay), at: 20)
        let write = fixture.watched([.deleted(key: "live", revision: 15), .put(younger)], at: 20).writes.first
        #expect(write?.replaces == 20)
        #expect(write?.registration == Fixture.registration(Fixture.publisher, since: 11))
    }

    @Test func `the younger registration loses after a partition`() {
        var fixture = Fixture()
        _ = fixture.start()
        _ = fixture.answer(fixture.publish(), .done(revision: 11))
        let older = Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay, since: 5)
        let item = Fixture.item(older, at: 20)
        let actions = fixture.watched([.put(item)], at: 20)
        #expect(fixture.answer(actions, .differs(item, revision: 20)).refusals == [.taken])
    }

    @Test func `a registration with this relay's address from before its start is its own`() {
        var fixture = Fixture()
        var earlier = Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay)
        earlier.address = "tls://a:7450"
        _ = fixture.start([Fixture.item(earlier, at: 9)])
        #expect(fixture.machine.location(of: .live) == .absent)
        #expect(fixture.machine.claim(.live, for: Fixture.publisher, at: fixture.now) == .free)
        #expect(fixture.publish().writes.first?.replaces == 9)
    }

    @Test func `a value of no relay is replaced`() {
        var fixture = Fixture()
        _ = fixture.start([Fixture.item(nil, at: 9)])
        #expect(fixture.machine.location(of: .live) == .absent)
        #expect(fixture.publish().writes.first?.replaces == 9)
    }

    @Test func `all registrations are made again after the lease is lost, later and as old as they were`() {
        var fixture = Fixture()
        _ = fixture.start()
        _ = fixture.answer(fixture.publish(), .done(revision: 11))
        #expect(fixture.tick(after: fixture.limits.keepInterval).contains(.keepLease(Fixture.lease)))
        #expect(fixture.machine.keepAnswered(Fixture.lease, isThere: false, at: fixture.now).writes.isEmpty)
        #expect(fixture.counts == [0, 1])
        _ = fixture.watched([.deleted(key: "live", revision: 12)], at: 12)
        let actions = fixture.tick(after: fixture.limits.leaseSpread)
        #expect(actions.contains(.grantLease(seconds: 5)))
        let granted = fixture.machine.leaseAnswered(78, at: fixture.now)
        let writes = (granted + fixture.tick(after: fixture.limits.registrationSpread)).writes
        #expect(writes.map(\.registration.since) == [11])
        #expect(writes.map(\.lease) == [78])
    }

    @Test func `a write without an answer is repeated, and found if it was done`() {
        var fixture = Fixture()
        _ = fixture.start()
        #expect(fixture.answer(fixture.publish(), .failed).isEmpty)
        let again = fixture.tick(after: .seconds(1))
        #expect(again.writes.map(\.replaces) == [nil])
        let item = Fixture.item(Fixture.registration(Fixture.publisher), at: 11, lease: Fixture.lease)
        #expect(fixture.answer(again, .differs(item, revision: 11)).refusals.isEmpty)
        #expect(fixture.counts == [1, 0])
    }

    @Test func `many publications are written a few at a time`() {
        var fixture = Fixture()
        _ = fixture.start()
        var writes: [DirectoryWrite] = []
        for index in 0..<500 {
            guard let name = try? StreamName("s\(index)") else { continue }
            writes +=
                fixture.machine.publicationBegan(name, by: Fixture.publisher, UInt64(index + 1), at: fixture.now).writes
        }
        #expect(writes.count == fixture.limits.writesInFlight)
        var count = 0
        // All in the same moment: no more than a burst.
        while let write = writes.popLast() {
            count += 1
            writes += fixture.machine.writeAnswered(write, .done(revision: Int64(10 + count)), at: fixture.now).writes
        }
        #expect(count == fixture.limits.writeBurst)
        for _ in 0..<100 {
            writes += fixture.tick(after: .milliseconds(100)).writes
            while let write = writes.popLast() {
                count += 1
                writes +=
                    fixture.machine.writeAnswered(write, .done(revision: Int64(10 + count)), at: fixture.now).writes
            }
        }
        #expect(count == 500)
        #expect(fixture.counts == [500, 0])
    }
}
