import ClusterDirectory
import NIOCore
import StreamProtocol
import Testing

/// How fast a relay writes.
@Suite struct PaceTests {
    private typealias Fixture = MachineFixture

    /// Begins so many publications.
    private func publish(_ count: Int, _ fixture: inout Fixture) throws -> [DirectoryAction] {
        var actions: [DirectoryAction] = []
        for index in 0..<count {
            let name = try StreamName("s\(index)")
            actions += fixture.machine.publicationBegan(name, by: Fixture.publisher, UInt64(index + 1), at: fixture.now)
        }
        return actions
    }

    /// Answers requests at once, as an etcd does, and the requests that follow.
    ///
    /// - Returns: How many of them were writes.
    private func serve(_ actions: [DirectoryAction], _ fixture: inout Fixture, _ revision: inout Int64) -> Int {
        var pending = actions
        var writes = 0
        while let action = pending.popLast() {
            switch action {
            case .grantLease:
                pending += fixture.machine.leaseAnswered(Fixture.lease + revision, at: fixture.now)
            case .keepLease(let id): pending += fixture.machine.keepAnswered(id, isThere: true, at: fixture.now)
            case .write(let write):
                writes += 1
                revision += 1
                pending += fixture.machine.writeAnswered(write, .done(revision: revision), at: fixture.now)
            default: break
            }
        }
        return writes
    }

    @Test func `thousands of streams are registered again within a lease, and none of them all at once`() throws {
        var fixture = Fixture()
        _ = fixture.start()
        var revision: Int64 = 10
        _ = serve(try publish(3_000, &fixture), &fixture, &revision)
        while fixture.counts[0] < 3_000, fixture.now < .uptimeNanoseconds(2_000_000_000_000) {
            _ = serve(fixture.tick(after: .milliseconds(50)), &fixture, &revision)
        }
        let lease = try #require(fixture.machine.leaseID)
        let began = fixture.now
        _ = serve(fixture.machine.keepAnswered(lease, isThere: false, at: fixture.now), &fixture, &revision)
        #expect(fixture.counts == [0, 3_000])
        var most = 0
        while fixture.counts[0] < 3_000, fixture.now - began < .minutes(1) {
            most = max(most, serve(fixture.tick(after: .milliseconds(50)), &fixture, &revision))
        }
        #expect(fixture.now - began <= .seconds(Int64(fixture.limits.leaseSeconds)))
        #expect(most <= fixture.limits.writeBurst)
    }

    @Test func `an etcd that refuses every write is not asked for each stream`() throws {
        var fixture = Fixture()
        _ = fixture.start()
        var writes = try publish(500, &fixture).writes
        var count = 0
        // 10 s.
        for _ in 0..<100 {
            while let write = writes.popLast() {
                count += 1
                writes += fixture.machine.writeAnswered(write, .failed, at: fixture.now).writes
            }
            writes += fixture.tick(after: .milliseconds(100)).writes
        }
        #expect(count > 20 && count < 60)
        #expect(fixture.counts == [0, 500])
    }

    @Test func `a name that another relay has too comes before all others`() throws {
        var limits = DirectoryLimits()
        (limits.writeBurst, limits.writesPerSecond) = (1, 10)
        var fixture = Fixture(limits: limits)
        _ = fixture.start()
        _ = fixture.answer(fixture.publish(), .done(revision: 11))
        _ = fixture.tick(after: .milliseconds(200))
        #expect(fixture.counts == [1, 0])
        let others = try publish(20, &fixture)
        #expect(others.writes.map(\.key) == ["s0"])
        let younger = Fixture.item(Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay), at: 20)
        #expect(fixture.watched([.put(younger)], at: 20).writes.isEmpty, "no write is allowed now")
        #expect(fixture.tick(after: .milliseconds(200)).writes.map(\.key) == ["live"])
    }

    @Test func `a name that is free again comes before all others, too`() throws {
        var limits = DirectoryLimits()
        (limits.writeBurst, limits.writesPerSecond) = (1, 10)
        var fixture = Fixture(limits: limits)
        _ = fixture.start()
        _ = fixture.answer(fixture.publish(), .done(revision: 11))
        _ = fixture.tick(after: .milliseconds(200))
        _ = try publish(20, &fixture)
        #expect(fixture.machine.publicationEnded(.live, 1, at: fixture.now).isEmpty)
        #expect(fixture.tick(after: .milliseconds(200)).removals.map(\.key) == ["live"])
    }

    @Test func `leases that are lost one after the other are asked for at longer and longer pauses`() {
        var fixture = Fixture()
        _ = fixture.start()
        var grants = 0
        _ = fixture.tick(after: fixture.limits.keepInterval)
        _ = fixture.machine.keepAnswered(Fixture.lease, isThere: false, at: fixture.now)
        // 20 s.
        for _ in 0..<200 {
            for action in fixture.tick(after: .milliseconds(100)) {
                guard case .grantLease = action else { continue }
                grants += 1
                let lease = Int64(1_000 + grants)
                _ = fixture.machine.leaseAnswered(lease, at: fixture.now)
                _ = fixture.machine.keepAnswered(lease, isThere: false, at: fixture.now)
            }
        }
        #expect(grants > 10 && grants < 50)
    }
}
