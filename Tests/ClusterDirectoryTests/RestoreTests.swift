import ClusterDirectory
import NIOCore
import StreamProtocol
import Testing

/// What a relay does with its own earlier registrations, and after etcd has come back with a backup.
@Suite struct RestoreTests {
    private typealias Fixture = MachineFixture

    /// Another publisher's registration at another relay, which only the backup has.
    private let ghost = Fixture.item(Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay), at: 300)

    /// A machine that knows revision 1,000, and whose publication was registered at 1,001.
    private func registered() -> Fixture {
        var fixture = Fixture()
        _ = fixture.start(at: 1_000)
        _ = fixture.answer(fixture.publish(), .done(revision: 1_001))
        return fixture
    }

    // MARK: Own registrations

    @Test func `its own registration under an earlier lease is written again`() {
        var fixture = Fixture()
        _ = fixture.start()
        _ = fixture.answer(fixture.publish(), .done(revision: 11))
        let late = Fixture.item(Fixture.registration(Fixture.publisher), at: 12, lease: 50)
        let write = fixture.watched([.put(late)], at: 12).writes.first
        #expect(write?.replaces == 12 && write?.lease == Fixture.lease)
        #expect(write?.registration == Fixture.registration(Fixture.publisher, since: 11), "it is as old as before")
    }

    @Test func `its own registration of a publication that has ended is removed, whatever its lease`() {
        let late = Fixture.item(Fixture.registration(Fixture.publisher), at: 9, lease: 50)
        let removal = DirectoryRemoval(number: 1, stream: .live, lease: 50)
        var read = Fixture()
        #expect(read.start([late]).removals == [removal])
        var watched = Fixture()
        _ = watched.start(at: 8)
        #expect(watched.watched([.put(late)], at: 9).removals == [removal])
        let end = watched.machine.removalAnswered(removal, .done(revision: 10), at: watched.now)
        #expect(end.removals.isEmpty)
        #expect(watched.watched([.deleted(key: "live", revision: 10)], at: 10).removals.isEmpty)
    }

    @Test func `its own registration is removed without a lease, too`() {
        var fixture = Fixture()
        _ = fixture.start()
        _ = fixture.tick(after: fixture.limits.keepInterval)
        _ = fixture.machine.keepAnswered(Fixture.lease, isThere: false, at: fixture.now)
        #expect(fixture.machine.leaseID == nil)
        let late = Fixture.item(Fixture.registration(Fixture.publisher), at: 12, lease: 50)
        #expect(fixture.watched([.put(late)], at: 12).removals.map(\.lease) == [50])
    }

    // MARK: Age

    @Test func `what has survived a backup is older than what came after it`() {
        func age(_ restores: Int, _ revision: Int64) -> RegistrationAge {
            RegistrationAge(restores: restores, revision: revision)
        }
        #expect(age(1, 1_000) < age(0, 5))
        #expect(age(0, 5) < age(0, 6))
        #expect(age(1, 5) < age(1, 6))
        #expect(!(age(0, 5) < age(0, 5)))
    }

    @Test func `a publication does not end for a lower revision that only a backup has`() {
        var fixture = registered()
        let actions = fixture.restore([ghost], at: 500)
        #expect(actions.refusals.isEmpty)
        #expect(actions.writes.map(\.replaces) == [300])
        #expect(
            actions.writes.map(\.registration) == [Fixture.registration(Fixture.publisher, since: 1_001, restores: 1)]
        )
    }

    @Test func `a publication is older than one that came after the backup`() {
        var fixture = registered()
        _ = fixture.restore([], at: 500)
        let younger = Fixture.item(Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay), at: 510)
        let actions = fixture.watched([.put(younger)], at: 510)
        #expect(actions.writes.map(\.replaces) == [510])
    }

    @Test func `of two that have survived the backup, the one that was registered first wins`() {
        var fixture = registered()
        _ = fixture.restore([], at: 500)
        let older = Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay, since: 900, restores: 1)
        let item = Fixture.item(older, at: 510)
        let actions = fixture.watched([.put(item)], at: 510)
        #expect(fixture.answer(actions, .differs(item, revision: 510)).refusals == [.taken])
    }

    @Test func `a backup that is only seen by reading is noticed`() {
        var fixture = registered()
        _ = fixture.machine.watchEnded(fixture.watch, because: .compacted, at: fixture.now)
        let read = fixture.tick(after: fixture.limits.shortestPause).reads[0]
        let page = fixture.page([ghost], at: 500)
        let actions = fixture.machine.pageReceived(read.number, .success(page), at: fixture.now)
        #expect(actions.writes.map(\.registration.restores) == [1])
    }

    @Test func `a publisher that has moved here stays, although a backup has it elsewhere`() {
        var fixture = registered()
        let earlier = Fixture.item(Fixture.registration(Fixture.publisher, of: Fixture.otherRelay), at: 400)
        let actions = fixture.restore([earlier], at: 500)
        #expect(actions.refusals.isEmpty && actions.writes.map(\.replaces) == [400])
        let moved = Fixture.item(Fixture.registration(Fixture.publisher, of: Fixture.otherRelay), at: 510)
        let end = fixture.answer(actions, .differs(moved, revision: 510))
        #expect(end.refusals == [.moved], "it has moved on since")
    }

    // MARK: After a backup

    @Test func `registrations that a backup has are written again, but not at once`() {
        var fixture = registered()
        let own = Fixture.item(Fixture.registration(Fixture.publisher), at: 300, lease: Fixture.lease)
        #expect(fixture.restore([own], at: 500).writes.isEmpty)
        let writes = fixture.tick(after: fixture.limits.registrationSpread).writes
        #expect(writes.map(\.replaces) == [300])
        #expect(writes.map(\.registration) == [Fixture.registration(Fixture.publisher, since: 1_001, restores: 1)])
    }

    @Test func `an answer from before a backup is not believed`() {
        var fixture = Fixture()
        _ = fixture.start(at: 1_000)
        let actions = fixture.publish()
        _ = fixture.restore([], at: 500)
        _ = fixture.answer(actions, .done(revision: 1_001))
        #expect(fixture.counts == [0, 1])
        #expect(fixture.tick(after: fixture.limits.longestPause).writes.map(\.replaces) == [nil])
    }

    @Test func `a publisher that comes after a backup waits for a registration that may be gone soon`() {
        var fixture = Fixture()
        _ = fixture.start(at: 1_000)
        _ = fixture.restore([ghost], at: 500)
        #expect(fixture.machine.claim(.live, for: Fixture.publisher, at: fixture.now) == .unknown)
        #expect(fixture.publish().isEmpty)
        #expect(fixture.tick(after: fixture.limits.settlingTime).writes.isEmpty)
        _ = fixture.watched([.deleted(key: "live", revision: 501)], at: 501)
        let writes = fixture.tick(after: fixture.limits.settlingTime).writes
        #expect(writes.map(\.replaces) == [nil])
    }

    @Test func `a publisher that comes after a backup ends for a registration that was written again`() {
        var fixture = Fixture()
        _ = fixture.start(at: 1_000)
        _ = fixture.restore([ghost], at: 500)
        #expect(fixture.publish().isEmpty)
        let again = Fixture.item(
            Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay, since: 300, restores: 1),
            at: 501
        )
        let actions = fixture.watched([.put(again)], at: 501)
        #expect(fixture.answer(actions, .differs(again, revision: 501)).refusals == [.taken])
    }

    @Test func `a registration that a backup has counts once the lease of its relay must have ended`() {
        var fixture = Fixture()
        _ = fixture.start(at: 1_000)
        _ = fixture.restore([ghost], at: 500)
        _ = fixture.publish()
        let actions = fixture.tick(after: fixture.limits.restoreTime)
        #expect(fixture.answer(actions, .differs(ghost, revision: 500)).refusals == [.taken])
    }

    // MARK: After an outage

    @Test func `a publisher that came while etcd was away waits for a registration that may be removed now`() {
        var fixture = Fixture()
        let other = Fixture.item(Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay), at: 8)
        _ = fixture.start([other])
        let check = fixture.tick(after: fixture.limits.checkInterval).checks[0]
        _ = fixture.machine.checkAnswered(check, nil, at: fixture.now)
        #expect(fixture.publish().isEmpty, "a request has failed just now")
        #expect(fixture.tick(after: fixture.limits.settlingTime).writes.isEmpty)
        let actions = fixture.tick(after: fixture.limits.patience - fixture.limits.settlingTime)
        #expect(actions.writes.count == 1)
        #expect(fixture.answer(actions, .differs(other, revision: 10)).refusals == [.taken])
    }
}
