import ClusterDirectory
import NIOCore
import StreamProtocol
import Testing

/// What a relay knows of a directory.
@Suite struct FollowingTests {
    private typealias Fixture = MachineFixture

    private func item(_ key: String = "live", at revision: Int64 = 8) -> DirectoryItem {
        Fixture.item(Fixture.registration(Fixture.otherPublisher, of: Fixture.otherRelay), of: key, at: revision)
    }

    @Test func `a relay asks for a lease and reads everything, page by page, and then watches from there`() {
        var fixture = Fixture()
        let start = fixture.tick()
        #expect(start.first == .grantLease(seconds: 5))
        let first = start.reads[0]
        #expect(first.after == nil && first.revision == nil && first.limit == fixture.limits.pageItems)
        #expect(fixture.machine.location(of: .live) == .unknown)
        #expect(fixture.machine.isStarting(at: fixture.now))
        let page = fixture.page([item("a")], at: 10, hasMore: true)
        let second = fixture.machine.pageReceived(first.number, .success(page), at: fixture.now).reads[0]
        #expect(second.after == "a" && second.revision == 10)
        let last = fixture.page([item("live")], at: 14)
        _ = fixture.machine.pageReceived(second.number, .success(last), at: fixture.now)
        #expect(fixture.machine.location(of: .live) == .relay("tls://b:7450"))
        #expect(!fixture.machine.isCurrent(at: fixture.now), "it does not watch yet")
        #expect(fixture.tick().watches == [11])
    }

    @Test func `the directory is current while it is watched and checked`() {
        var fixture = Fixture()
        #expect(fixture.start([item()]).contains(.becameCurrent(true)))
        #expect(fixture.machine.elsewhere().map(\.address) == ["tls://b:7450"])
        var lost: [DirectoryAction] = []
        for _ in 0..<100 {
            let actions = fixture.tick(after: .milliseconds(500))
            lost += actions.filter { $0 == .becameCurrent(false) }
            for check in actions.checks {
                let summary = DirectorySummary(moment: Fixture.moment(10), count: 1, newest: item())
                lost += fixture.machine.checkAnswered(check, summary, at: fixture.now).filter { $0 != .changed([]) }
            }
        }
        #expect(lost.isEmpty)
        #expect(fixture.machine.isCurrent(at: fixture.now))
    }

    @Test func `what is known stays known while etcd is away, for any time, and publishers are accepted`() {
        var fixture = Fixture()
        _ = fixture.start([item()])
        #expect(fixture.machine.claim(.live, for: Fixture.publisher, at: fixture.now) == .taken)
        _ = fixture.machine.watchEnded(fixture.watch, because: .failed, at: fixture.now)
        for _ in 0..<3_600 {
            for action in fixture.tick(after: .seconds(1)) {
                switch action {
                case .keepLease(let id): _ = fixture.machine.keepAnswered(id, isThere: nil, at: fixture.now)
                case .check(let number, _): _ = fixture.machine.checkAnswered(number, nil, at: fixture.now)
                case .watch(let number, _):
                    _ = fixture.machine.watchEnded(number, because: .failed, at: fixture.now)
                default: #expect(action == .becameCurrent(false))
                }
            }
        }
        #expect(!fixture.machine.isCurrent(at: fixture.now))
        #expect(fixture.machine.location(of: .live) == .relay("tls://b:7450"))
        #expect(fixture.machine.claim(.live, for: Fixture.publisher, at: fixture.now) == .unknown)
        #expect(fixture.machine.leaseID == Fixture.lease, "etcd alone says that it is lost")
    }

    @Test func `a registration that has gone leads there for a while, and no publisher waits for it`() {
        var fixture = Fixture()
        _ = fixture.start([item()])
        #expect(fixture.watched([.deleted(key: "live", revision: 11)], at: 11) == [.changed([.live])])
        #expect(fixture.machine.location(of: .live) == .relay("tls://b:7450"))
        #expect(!fixture.machine.isElsewhere(.live))
        #expect(fixture.machine.claim(.live, for: Fixture.publisher, at: fixture.now) == .free)
        #expect(fixture.machine.elsewhere().isEmpty)
        #expect(fixture.tick(after: fixture.limits.departureTime).contains(.changed([.live])))
        #expect(fixture.machine.location(of: .live) == .absent)
    }

    @Test func `a watch that has ended goes on where it was`() {
        var fixture = Fixture()
        _ = fixture.start()
        _ = fixture.watched([.put(item(at: 12))], at: 14)
        #expect(fixture.machine.watchEnded(fixture.watch, because: .failed, at: fixture.now) == [.becameCurrent(false)])
        let check = fixture.tick(after: .seconds(1)).checks[0]
        let summary = DirectorySummary(moment: Fixture.moment(14), count: 2, newest: item("other", at: 14))
        _ = fixture.machine.checkAnswered(check, summary, at: fixture.now)
        #expect(fixture.tick().watches == [13], "a later moment may have changes that were not told")
    }

    @Test(arguments: [RequestFailure.compacted, .tooLong])
    func `after changes that are not told any more, everything is read`(failure: RequestFailure) {
        var fixture = Fixture()
        _ = fixture.start([item()])
        _ = fixture.machine.watchEnded(fixture.watch, because: failure, at: fixture.now)
        let read = fixture.tick(after: .seconds(1)).reads[0]
        #expect(fixture.machine.location(of: .live) == .relay("tls://b:7450"), "known meanwhile")
        let actions = fixture.machine.pageReceived(read.number, .success(fixture.page([], at: 50)), at: fixture.now)
        #expect(actions.contains(.changed([.live])))
        #expect(fixture.tick().watches == [51])
    }

    /// Checks the directory, after the time for that.
    private func check(_ fixture: inout Fixture, _ summary: DirectorySummary) -> [DirectoryAction] {
        let check = fixture.tick(after: fixture.limits.checkInterval).checks.first ?? 0
        return fixture.machine.checkAnswered(check, summary, at: fixture.now)
    }

    /// Whether the next check is a whole one; `nil` if there is none.
    private func isWhole(_ fixture: inout Fixture, after time: TimeAmount, _ summary: DirectorySummary?) -> Bool? {
        var result: Bool?
        for case .check(let number, let isWhole) in fixture.tick(after: time) {
            result = isWhole
            _ = fixture.machine.checkAnswered(number, summary, at: fixture.now)
        }
        return result
    }

    private func numbers(_ revision: Int64, _ count: Int) -> DirectorySummary {
        DirectorySummary(moment: Fixture.moment(revision), count: count, newest: nil, isWhole: false)
    }

    @Test func `a check needs the newest key only where a watch is silent although something has changed`() {
        var fixture = Fixture()
        let (interval, soon) = (fixture.limits.checkInterval, fixture.limits.settlingTime)
        _ = fixture.start([item()])
        #expect(isWhole(&fixture, after: interval, numbers(10, 1)) == false)
        #expect(isWhole(&fixture, after: interval, numbers(13, 1)) == false, "it differs")
        for revision in Int64(12)..<20 {
            _ = fixture.watched([.put(item(at: revision))], at: revision)
            #expect(isWhole(&fixture, after: soon, numbers(revision + 2, 1)) == false, "the watch is alive, and behind")
        }
        let shared = DirectorySummary(moment: Fixture.moment(30), count: 1, newest: item(at: 19))
        #expect(isWhole(&fixture, after: soon, shared) == true, "the watch is silent")
        #expect(isWhole(&fixture, after: interval, numbers(30, 1)) == false, "others have changed the revision")
        #expect(fixture.machine.isCurrent(at: fixture.now))
    }

    @Test func `after a watch has ended, a check needs the newest key`() {
        var fixture = Fixture()
        _ = fixture.start([item()])
        _ = fixture.machine.watchEnded(fixture.watch, because: .failed, at: fixture.now)
        #expect(isWhole(&fixture, after: fixture.limits.longestPause, nil) == true)
    }

    @Test func `a dead watch is found by two checks`() {
        var fixture = Fixture()
        _ = fixture.start()
        let summary = DirectorySummary(moment: Fixture.moment(12), count: 1, newest: item(at: 12))
        #expect(check(&fixture, summary).isEmpty, "the watch may tell of it in a moment")
        let second = fixture.tick(after: fixture.limits.settlingTime).checks[0]
        #expect(fixture.machine.checkAnswered(second, summary, at: fixture.now).contains(.stopWatching(fixture.watch)))
        #expect(fixture.tick(after: fixture.limits.shortestPause).reads.count == 1)
    }

    @Test func `a dead watch is found although this relay writes`() throws {
        var fixture = Fixture()
        _ = fixture.start()
        _ = fixture.answer(fixture.publish(), .done(revision: 11))
        let own = Fixture.item(Fixture.registration(Fixture.publisher), at: 11, lease: Fixture.lease)
        #expect(check(&fixture, DirectorySummary(moment: Fixture.moment(11), count: 1, newest: own)).isEmpty)
        let write = fixture.machine.publicationBegan(
            try StreamName("other"),
            by: Fixture.publisher,
            2,
            at: fixture.now
        )
        _ = fixture.answer(write, .done(revision: 12))
        let second = fixture.tick(after: fixture.limits.settlingTime).checks[0]
        let newest = Fixture.item(Fixture.registration(Fixture.publisher), of: "other", at: 12, lease: Fixture.lease)
        let summary = DirectorySummary(moment: Fixture.moment(12), count: 2, newest: newest)
        #expect(fixture.machine.checkAnswered(second, summary, at: fixture.now).contains(.stopWatching(fixture.watch)))
    }

    @Test func `after a check without an answer, one that differs is enough`() {
        var fixture = Fixture()
        _ = fixture.start()
        let first = fixture.tick(after: fixture.limits.checkInterval).checks[0]
        _ = fixture.machine.checkAnswered(first, nil, at: fixture.now)
        let second = fixture.tick(after: fixture.limits.longestPause).checks[0]
        let summary = DirectorySummary(moment: Fixture.moment(12), count: 1, newest: item(at: 12))
        #expect(fixture.machine.checkAnswered(second, summary, at: fixture.now).contains(.stopWatching(fixture.watch)))
    }

    @Test func `several keys that were changed last at the same revision do not differ`() {
        var fixture = Fixture()
        _ = fixture.start([item("a"), item("b")])
        for newest in [item("a"), item("b"), item("a")] {
            let summary = DirectorySummary(moment: Fixture.moment(10), count: 2, newest: newest)
            #expect(check(&fixture, summary).isEmpty)
        }
        #expect(fixture.machine.isCurrent(at: fixture.now))
    }

    @Test func `a watch that ends as soon as it is there is not made again at once, however often`() {
        var fixture = Fixture()
        _ = fixture.start()
        _ = fixture.machine.watchEnded(fixture.watch, because: .failed, at: fixture.now)
        let summary = DirectorySummary(moment: Fixture.moment(10), count: 0, newest: nil)
        var watches = 0
        // 20 s.
        for _ in 0..<200 {
            for action in fixture.tick(after: .milliseconds(100)) {
                switch action {
                case .keepLease(let id): _ = fixture.machine.keepAnswered(id, isThere: true, at: fixture.now)
                case .check(let number, _): _ = fixture.machine.checkAnswered(number, summary, at: fixture.now)
                case .watch(let number, _):
                    watches += 1
                    _ = fixture.machine.watchOpened(number, Fixture.moment(10), at: fixture.now)
                    _ = fixture.machine.watchEnded(number, because: .failed, at: fixture.now)
                default: break
                }
            }
        }
        #expect(watches > 10 && watches < 50)
    }

    @Test func `a directory that never fits its watch is read at longer and longer pauses`() {
        var fixture = Fixture()
        var reads = 0
        // A minute.
        for _ in 0..<600 {
            for action in fixture.tick(after: .milliseconds(100)) {
                switch action {
                case .grantLease: _ = fixture.machine.leaseAnswered(Fixture.lease, at: fixture.now)
                case .keepLease(let id): _ = fixture.machine.keepAnswered(id, isThere: true, at: fixture.now)
                case .read(let read):
                    reads += 1
                    let page = fixture.page([], at: 10)
                    _ = fixture.machine.pageReceived(read.number, .success(page), at: fixture.now)
                case .watch(let number, _):
                    _ = fixture.machine.watchOpened(number, Fixture.moment(10, cluster: 8), at: fixture.now)
                default: break
                }
            }
        }
        #expect(reads > 5 && reads < 25)
    }

    @Test func `a watch that tells of changes is not dead`() {
        var fixture = Fixture()
        _ = fixture.start()
        let summary = DirectorySummary(moment: Fixture.moment(12), count: 2, newest: item(at: 12))
        #expect(check(&fixture, summary).isEmpty)
        _ = fixture.watched([.put(item(at: 11))], at: 11)
        let second = fixture.tick(after: fixture.limits.settlingTime).checks[0]
        #expect(fixture.machine.checkAnswered(second, summary, at: fixture.now).isEmpty)
    }

    @Test func `a backup is noticed by its revision, and read`() {
        var fixture = Fixture()
        _ = fixture.start([item()], at: 1_000)
        let summary = DirectorySummary(moment: Fixture.moment(500), count: 1, newest: item())
        #expect(check(&fixture, summary).contains(.stopWatching(fixture.watch)))
        #expect(fixture.tick(after: fixture.limits.shortestPause).reads.map(\.after) == [nil])
    }

    @Test func `a cluster that was made anew is noticed by its number`() {
        var fixture = Fixture()
        _ = fixture.start([item()])
        let actions = fixture.machine.watched(fixture.watch, [], Fixture.moment(10, cluster: 8), at: fixture.now)
        #expect(actions.contains(.stopWatching(fixture.watch)))
    }

    @Test func `pages become shorter where values are too long`() {
        var fixture = Fixture()
        var read = fixture.tick().reads[0]
        for _ in 0..<6 {
            _ = fixture.machine.pageReceived(read.number, .failure(.tooLong), at: fixture.now)
            read = fixture.tick(after: .seconds(3)).reads.first ?? read
        }
        #expect(read.limit == 1)
    }

    @Test func `more keys than are remembered make it incomplete, and are not read again and again`() {
        var limits = DirectoryLimits()
        limits.items = 3
        limits.pageItems = 2
        var fixture = Fixture(limits: limits)
        _ = fixture.start((0..<5).map { item("s\($0)") })
        #expect(fixture.machine.streamCount == 3)
        let summary = DirectorySummary(moment: Fixture.moment(10), count: 5, newest: item())
        for _ in 0..<5 { #expect(check(&fixture, summary).isEmpty) }
        #expect(fixture.machine.isCurrent(at: fixture.now))
    }

    @Test func `keys of more bytes than are remembered make it incomplete, too`() {
        var limits = DirectoryLimits()
        limits.keyBytes = 10
        var fixture = Fixture(limits: limits)
        _ = fixture.start([item("a"), item(String(repeating: "b", count: 10))])
        #expect(fixture.machine.streamCount == 1)
        _ = fixture.watched([.put(item("0123456789", at: 11)), .deleted(key: "a", revision: 12)], at: 12)
        #expect(fixture.machine.streamCount == 0)
        _ = fixture.watched([.put(item("0123456789", at: 13))], at: 13)
        #expect(fixture.machine.streamCount == 1, "there is room again")
    }

    @Test func `answers to earlier requests are ignored`() {
        var fixture = Fixture()
        _ = fixture.start([item()])
        let old = fixture.watch
        _ = fixture.machine.watchEnded(old, because: .failed, at: fixture.now)
        _ = fixture.tick(after: .seconds(1))
        let late = fixture.machine.watched(
            old,
            [.deleted(key: "live", revision: 11)],
            Fixture.moment(11),
            at: fixture.now
        )
        #expect(late.isEmpty)
        let page = fixture.page([], at: 99)
        #expect(fixture.machine.pageReceived(1, .success(page), at: fixture.now).isEmpty)
        #expect(fixture.machine.isElsewhere(.live))
    }
}
