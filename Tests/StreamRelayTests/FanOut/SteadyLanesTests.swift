import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

/// Which viewers share a lane.
@Suite struct LaneSeatTests {
    @Test(arguments: LaneWrap.allCases)
    func `viewers that need the same messages share a lane`(wrap: LaneWrap) throws {
        let bench = try LaneBench(wrap: wrap)
        #expect(bench.viewersInLane(1...3).allSatisfy { $0.lanePosition?.lane == 0 })
        #expect(bench.lanes.count == 3)
        let message = try bench.append()
        let frame = wrap.bytes(message)
        #expect(bench.deliver().isEmpty)
        #expect(bench.writer.walks == [[1, 2, 3]])
        #expect(bench.writer.taken == [1: frame, 2: frame, 3: frame])
        #expect(bench.sent.map(\.0) == [TransferCount(frames: 1, bytes: message.count)], "without the framing")
        #expect(bench.carriers == [wrap == .none ? .tcp : .webSocket])
    }

    @Test func `a viewer of other kinds joins another lane`() throws {
        let bench = try LaneBench([.video, .audio])
        try bench.append(.one, randomAccess: true)
        let all = FakeViewer(1)
        let silent = FakeViewer(2)
        #expect(bench.enter(all))
        #expect(bench.enter(silent, bench.cursor(kinds: TrackKinds(.video))))
        #expect(all.lanePosition?.lane != silent.lanePosition?.lane)
        let sound = try bench.append(.one)
        let picture = try bench.append(.zero)
        #expect(bench.deliver().isEmpty)
        #expect(bench.writer.taken == [1: sound + picture, 2: picture])
    }

    @Test func `a viewer with other decoder state joins another lane`() throws {
        let bench = try LaneBench([.video, .audio])
        try bench.append(.one, randomAccess: true)
        try bench.append()
        // One saw the sound begin, the other has not had any yet.
        let (old, new) = (FakeViewer(1), FakeViewer(2))
        #expect(bench.enter(old))
        #expect(bench.enter(new, bench.cursor(.live)))
        #expect(old.lanePosition?.lane != new.lanePosition?.lane)
        #expect(bench.lanes.count == 2)
    }

    @Test func `a viewer in another epoch joins the lane of that epoch`() throws {
        let bench = try LaneBench()
        let old = bench.cursor()
        bench.log.append(try bench.entries.tracks([.video], epoch: 2))
        try bench.append(randomAccess: true)
        var readOn = old
        _ = readOn.drain(bench.log)
        #expect(!old.isInStep(with: bench.cursor()))
        let viewers = [FakeViewer(1), FakeViewer(2)]
        #expect(bench.enter(viewers[0], readOn) && bench.enter(viewers[1]))
        #expect(viewers[0].lanePosition?.lane == viewers[1].lanePosition?.lane)
    }

    @Test func `relays have a lane of their own, which can go first`() throws {
        let bench = try LaneBench()
        let viewers = bench.viewersInLane(1...2)
        let relay = FakeViewer(3)
        #expect(bench.enter(relay, nil, LaneKind(isOfRelays: true)))
        #expect(relay.lanePosition?.lane != viewers[0].lanePosition?.lane)
        let frame = try bench.append()
        #expect(bench.deliver(onlyToRelays: true).isEmpty)
        #expect(bench.writer.taken == [3: frame])
        #expect(bench.deliver().isEmpty)
        #expect(bench.writer.walks == [[3], [1, 2]], "nobody is sent a frame twice")
        #expect(bench.writer.taken == [1: frame, 2: frame, 3: frame])
    }

    @Test func `a viewer with messages pending, or without a picture, joins no lane`() throws {
        let bench = try LaneBench()
        let viewer = FakeViewer(1)
        #expect(!bench.enter(viewer, Cursor(joining: bench.log, at: .live, kinds: .all, now: .uptimeNanoseconds(0))))
        bench.log.append(try bench.entries.tracks([.video], epoch: 2))
        try bench.append()
        #expect(!bench.enter(viewer, bench.cursor()), "nothing can be decoded")
        #expect(viewer.lanePosition == nil)
        #expect(bench.lanes.count == 0)
    }

    @Test func `a viewer joins only one lane`() throws {
        let bench = try LaneBench()
        let viewer = bench.viewersInLane(1...1)[0]
        let again = bench.enter(viewer)
        #expect(!again)
        #expect(bench.lanes.count == 1)
    }

    @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]])
    func `a viewer that leaves does not move the others`(order: [Int]) throws {
        let bench = try LaneBench()
        let viewers = bench.viewersInLane(1...4)
        var present = Set(viewers.map(\.socket))
        for index in order {
            let exit = bench.lanes.leave(viewers[index])
            #expect(exit?.viewer === viewers[index])
            #expect(exit?.remainder.isEmpty == true)
            #expect(viewers[index].lanePosition == nil)
            present.remove(viewers[index].socket)
            #expect(bench.lanes.count == present.count)
            bench.writer.clear()
            let frame = try bench.append()
            #expect(bench.deliver().isEmpty)
            #expect(bench.writer.taken == Dictionary(uniqueKeysWithValues: present.map { ($0, frame) }))
        }
        let again = bench.lanes.leave(viewers[0])
        #expect(again?.viewer == nil)
    }

    @Test func `an empty lane is reused`() throws {
        let bench = try LaneBench()
        let first = bench.viewersInLane(1...1)[0]
        _ = bench.lanes.leave(first)
        try bench.append()
        let second = bench.viewersInLane(2...2)[0]
        #expect(second.lanePosition?.lane == 0)
        #expect(bench.lanes.delivered(to: second) == TransferCount())
        let frame = try bench.append()
        #expect(bench.deliver().isEmpty)
        #expect(bench.writer.taken == [2: frame])
    }
}

/// Which viewers leave a lane, and with which rest.
@Suite struct LaneShortfallTests {
    @Test(arguments: LaneWrap.allCases, [0, 1, 3, 50, 147] as [Int])
    func `a viewer that takes a part leaves the lane with the rest`(wrap: LaneWrap, room: Int) throws {
        let bench = try LaneBench(wrap: wrap)
        let viewers = bench.viewersInLane(1...2)
        bench.writer.room[1] = room
        let message = try bench.append()
        let frame = wrap.bytes(message)
        let exits = bench.deliver()
        try #require(exits.count == 1)
        #expect(exits[0].viewer === viewers[0])
        #expect(exits[0].remainderBytes == Array(frame.dropFirst(room)))
        #expect(exits[0].cursor.position == bench.log.end)
        #expect(exits[0].delivered == TransferCount(frames: 1, bytes: message.count))
        #expect(viewers[0].lanePosition == nil && viewers[1].lanePosition != nil)
        // The lane goes on without it.
        bench.writer.clear()
        let next = wrap.bytes(try bench.append())
        #expect(bench.deliver().isEmpty)
        #expect(bench.writer.taken == [2: next])
    }

    @Test(
        arguments: LaneWrap.allCases,
        [[1], [5], [1, 2], [4, 5], [2, 3, 4], [1, 5], [1, 3, 5], [1, 2, 3, 4, 5]] as [[CInt]]
    )
    func `several viewers leave in one pass`(wrap: LaneWrap, short: [CInt]) throws {
        let bench = try LaneBench(wrap: wrap)
        let viewers = bench.viewersInLane(1...5)
        // Each takes another number of bytes, so that rests cannot be mixed up.
        for socket in short { bench.writer.room[socket] = Int(socket) * 10 }
        let frame = wrap.bytes(try bench.append())
        let exits = bench.deliver()
        #expect(Set(exits.map(\.viewer.socket)) == Set(short))
        for exit in exits {
            #expect(bench.writer.taken[exit.viewer.socket, default: []] + exit.remainderBytes == frame)
            #expect(exit.viewer.lanePosition == nil)
        }
        let stayed = viewers.map(\.socket).filter { !short.contains($0) }
        #expect(bench.lanes.count == stayed.count)
        bench.writer.clear()
        let next = wrap.bytes(try bench.append())
        #expect(bench.deliver().isEmpty)
        #expect(bench.writer.taken == Dictionary(uniqueKeysWithValues: stayed.map { ($0, next) }))
        // The positions are right: the viewer that leaves is the one that the test named.
        for viewer in viewers where viewer.lanePosition != nil {
            let left = bench.lanes.leave(viewer)
            #expect(left?.viewer === viewer)
        }
        #expect(bench.lanes.count == 0)
    }

    /// The relay holds the rest of one message for it, whatever the batch had: the log has the others.
    @Test(arguments: [0, 60, 147, 148, 149, 300, 443] as [Int])
    func `a viewer that takes a part of a batch keeps the rest of one message`(room: Int) throws {
        let bench = try LaneBench()
        _ = bench.viewersInLane(1...2, batch: .milliseconds(10))
        let messages = try (0..<3).map { _ in try bench.append() }
        try #require(messages.map(\.count) == [148, 148, 148])
        bench.writer.room[1] = room
        let exit = try #require(bench.deliver(.milliseconds(10)).first)
        let whole = room / 148
        #expect(exit.remainderBytes == Array(messages[whole].dropFirst(room - 148 * whole)))
        #expect(exit.delivered == TransferCount(frames: whole + 1, bytes: 148 * (whole + 1)))
        // The counts are of what was sent.
        let counted = bench.sent.reduce(TransferCount()) { sum, sent in
            TransferCount(frames: sum.frames + sent.0.frames * sent.1, bytes: sum.bytes + sent.0.bytes * sent.1)
        }
        #expect(counted == TransferCount(frames: 3, bytes: 444) + exit.delivered)
        // The rest outlives what comes after it, and the log says what follows it.
        for _ in 0..<3 { try bench.append(size: 500) }
        #expect(bench.deliver(.milliseconds(10)).isEmpty)
        #expect(exit.remainderBytes == Array(messages[whole].dropFirst(room - 148 * whole)))
        var cursor = exit.cursor
        let first = UInt64(1 + whole + 1)
        #expect(cursor.drain(bench.log) == (first..<7).map { .frame(.zero, epoch: 1, sequence: $0) })
    }

    @Test func `a viewer that left a lane reads on with its own kinds`() throws {
        let bench = try LaneBench([.video, .audio])
        let viewer = FakeViewer(1)
        try #require(bench.enter(viewer, bench.cursor(kinds: TrackKinds(.audio)), batch: .milliseconds(10)))
        // Pictures between the sounds are nothing to it.
        var sounds: [[UInt8]] = []
        for _ in 0..<3 {
            try bench.append()
            sounds.append(try bench.append(.one, randomAccess: true))
        }
        bench.writer.room[1] = sounds[0].count + 1
        let exit = try #require(bench.deliver(.milliseconds(10)).first)
        #expect(exit.remainderBytes == Array(sounds[1].dropFirst()))
        var cursor = exit.cursor
        #expect(cursor.drain(bench.log) == [.frame(.one, epoch: 1, sequence: 2)])
    }

    /// Only a bound on what goes out in one piece bounds the memory that is kept for it.
    @Test func `a large batch goes out in pieces`() throws {
        let bench = try LaneBench()
        _ = bench.viewersInLane(1...2, batch: .milliseconds(10))
        var whole: [UInt8] = []
        for _ in 0..<5 { whole += try bench.append(size: CoalescedMessages.maximumLength / 2 - 100) }
        whole += try bench.append(size: 2 * CoalescedMessages.maximumLength)
        whole += try bench.append()
        let pieces = whole.count
        #expect(bench.deliver(.milliseconds(10)).isEmpty)
        #expect(bench.writer.taken == [1: whole, 2: whole])
        #expect(bench.writer.walks.count == 5)
        #expect(bench.sent.reduce(0) { $0 + $1.0.bytes } == pieces)
        #expect(!bench.lanes.hasLaneBehind(bench.log.end, batch: .milliseconds(10)))
    }

    @Test func `a viewer that leaves during a piece is not sent the next`() throws {
        let bench = try LaneBench()
        _ = bench.viewersInLane(1...2, batch: .milliseconds(10))
        let first = try bench.append(size: CoalescedMessages.maximumLength)
        let second = try bench.append()
        bench.writer.room[1] = 10
        let exits = bench.deliver(.milliseconds(10))
        #expect(exits.map(\.viewer.socket) == [1])
        #expect(exits.map(\.remainderBytes) == [Array(first.dropFirst(10))])
        #expect(bench.writer.walks == [[1, 2], [2]])
        #expect(bench.writer.taken[2] == first + second)
    }

    @Test func `a viewer's statistics are its own`() throws {
        let bench = try LaneBench()
        let first = bench.viewersInLane(1...1)[0]
        let one = TransferCount(frames: 1, bytes: try bench.append().count)
        _ = bench.deliver()
        #expect(bench.sent.map(\.0) == [one] && bench.sent.map(\.1) == [1])
        let second = bench.viewersInLane(2...2)[0]
        #expect(bench.lanes.delivered(to: first) == one)
        #expect(bench.lanes.delivered(to: second) == TransferCount())
        let two = one + TransferCount(frames: 1, bytes: try bench.append(size: 7).count)
        bench.writer.room[1] = 5
        #expect(bench.deliver().map(\.delivered) == [two])
        #expect(bench.lanes.delivered(to: first) == TransferCount())
        #expect(bench.lanes.delivered(to: second) == two - one)
        let left = bench.lanes.leave(second)
        #expect(left?.delivered == two - one)
    }
}

/// Lanes with batches.
@Suite struct LaneBatchTests {
    private let batch = TimeAmount.milliseconds(50)

    @Test func `a batch is one message`() throws {
        let bench = try LaneBench()
        _ = bench.viewersInLane(1...2, batch: batch)
        var whole: [UInt8] = []
        for size in [10, 2_000, 0, 300] { whole += try bench.append(size: size) }
        #expect(bench.lanes.hasLaneBehind(bench.log.end, batch: batch))
        #expect(bench.deliver(batch).isEmpty)
        #expect(bench.writer.walks == [[1, 2]])
        #expect(bench.writer.taken == [1: whole, 2: whole])
        #expect(bench.sent.map(\.0) == [TransferCount(frames: 4, bytes: whole.count)])
        #expect(!bench.lanes.hasLaneBehind(bench.log.end, batch: batch))
        #expect(bench.deliver(batch).isEmpty)
        #expect(bench.writer.walks.count == 1, "nothing is left to send")
    }

    @Test func `lanes of different batches do not mix`() throws {
        let bench = try LaneBench()
        let now = bench.viewersInLane(1...2)
        let later = bench.viewersInLane(3...4, batch: batch)
        let latest = bench.viewersInLane(5...5, batch: batch * 2)
        #expect(Set((now + later + latest).compactMap(\.lanePosition?.lane)).count == 3)
        let frame = try bench.append()
        #expect(bench.deliver().isEmpty)
        #expect(bench.writer.taken == [1: frame, 2: frame])
        let next = try bench.append()
        #expect(bench.deliver(batch).isEmpty)
        #expect(bench.writer.taken == [1: frame, 2: frame, 3: frame + next, 4: frame + next])
        #expect(!bench.lanes.hasLaneBehind(bench.log.end, batch: batch))
        #expect(bench.lanes.hasLaneBehind(bench.log.end, batch: batch * 2))
    }

    @Test func `the lag is that of the oldest entry that waits`() throws {
        let bench = try LaneBench()
        let now = bench.viewersInLane(1...2)[0]
        let later = bench.viewersInLane(3...3, batch: batch)[0]
        let began = bench.entries.now
        bench.entries.now = began + .milliseconds(10)
        try bench.append()
        bench.entries.now = began + .milliseconds(20)
        try bench.append()
        _ = bench.deliver()
        let moment = began + .milliseconds(25)
        #expect(bench.lanes.lag(of: now, in: bench.log, now: moment) == .zero)
        #expect(bench.lanes.lag(of: later, in: bench.log, now: moment) == .milliseconds(15))
        #expect(bench.lanes.lag(of: FakeViewer(9), in: bench.log, now: moment) == .zero)
        var lags: [TimeAmount: Int] = [:]
        bench.lanes.forEachLag(in: bench.log, now: moment) { lags[$0, default: 0] += $1 }
        #expect(lags == [.zero: 2, .milliseconds(15): 1])
    }
}
