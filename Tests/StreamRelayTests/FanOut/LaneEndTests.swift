import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

/// Entries that a lane cannot send to all its viewers.
@Suite struct LaneEndTests {
    /// What the log's next entry after a frame does to a lane of two: the frame goes out, and then both viewers leave.
    private func dissolves(after change: (LaneBench) throws -> Void) throws -> [Given] {
        let bench = try LaneBench()
        let viewers = bench.viewersInLane(1...2)
        let frame = try bench.append()
        try change(bench)
        let exits = bench.deliver()
        #expect(bench.writer.taken == [1: frame, 2: frame])
        #expect(exits.count == 2 && exits.allSatisfy { $0.remainder.isEmpty })
        #expect(viewers.allSatisfy { $0.lanePosition == nil })
        #expect(bench.lanes.count == 0)
        var cursor = try #require(exits.first).cursor
        return cursor.drain(bench.log)
    }

    @Test func `a gap message goes to each viewer separately`() throws {
        let told = try dissolves { bench in
            let gap = Gap(track: .zero, reason: .publisher, epoch: 1, first: 2, count: 3)
            bench.log.append(try bench.entries.publication.receive(gap, at: bench.entries.now))
        }
        #expect(told == [.gap(.zero, epoch: 1, first: 2, count: 3)])
    }

    /// Two viewers in a lane, and entries of an epoch in which a frame of the second track cannot be decoded.
    private func laneWithGap() throws -> (LaneBench, second: TrackID) {
        let bench = try LaneBench([.video, .video])
        let second = try #require(TrackID(1))
        try bench.append(second, randomAccess: true)
        _ = bench.viewersInLane(1...2)
        bench.log.append(try bench.entries.tracks([.video, .video], epoch: 2))
        try bench.append(randomAccess: true)
        try bench.append(second)
        return (bench, second)
    }

    @Test func `a gap that the lane came upon earlier is told`() throws {
        let (bench, second) = try laneWithGap()
        #expect(bench.deliver().isEmpty)
        try bench.append()
        let exits = bench.deliver()
        #expect(exits.count == 2)
        for var cursor in exits.map(\.cursor) {
            let told: [Given] = [
                .gap(second, epoch: 2, first: 0, count: 1), .frame(.zero, epoch: 2, sequence: 1),
            ]
            #expect(cursor.drain(bench.log) == told)
        }
    }

    @Test func `a gap of a run is told once to a viewer whose socket takes a part of the run`() throws {
        let (bench, second) = try laneWithGap()
        bench.writer.room[1] = 10
        var cursor = try #require(bench.deliver().first).cursor
        try bench.append()
        let told: [Given] = [
            .frame(.zero, epoch: 2, sequence: 0), .gap(second, epoch: 2, first: 0, count: 1),
            .frame(.zero, epoch: 2, sequence: 1),
        ]
        #expect(cursor.drain(bench.log) == told)
    }

    @Test func `a viewer with a gap that did not fit enters no lane`() throws {
        let bench = try LaneBench()
        var cursor = bench.cursor()
        for epoch in 2..<UInt32(GapLedger.capacity + 4) {
            bench.log.append(try bench.entries.tracks([.video], epoch: epoch))
            try bench.append(randomAccess: true)
        }
        _ = cursor.catchUp(in: bench.log, bound: .nanoseconds(-1), now: bench.entries.now)
        _ = cursor.drain(bench.log)
        #expect(cursor.gapLedgerOverflowed)
        #expect(!bench.enter(FakeViewer(1), cursor))
    }

    @Test func `the end goes to each viewer separately`() throws {
        let told = try dissolves { bench in
            bench.log.append(
                LogEntry(message: ByteBuffer(), content: .end, kinds: .all, arrival: bench.entries.now)
            )
        }
        #expect(told == [.ended])
    }

    @Test func `a viewer that loses its picture leaves the lane`() throws {
        let bench = try LaneBench()
        _ = bench.viewersInLane(1...2)
        let table = try bench.entries.tracks([.video], epoch: 2)
        bench.log.append(table)
        try bench.append()
        #expect(bench.deliver().count == 2)
        let told = Array(table.message.readableBytesView)
        #expect(bench.writer.taken == [1: told, 2: told], "the frame cannot be decoded, the table can")
    }

    @Test func `a lane continues into an epoch that begins with a random access point`() throws {
        let bench = try LaneBench()
        _ = bench.viewersInLane(1...2)
        let table = try bench.entries.tracks([.video], epoch: 2)
        bench.log.append(table)
        // The shard delivers each entry as it comes; here both are gathered, as in a batch.
        let frame = try bench.append(randomAccess: true)
        #expect(bench.deliver().isEmpty)
        let told = Array(table.message.readableBytesView) + frame
        #expect(bench.writer.taken == [1: told, 2: told])
        #expect(bench.writer.walks.count == 1)
        #expect(bench.sent.map(\.0) == [TransferCount(frames: 1, bytes: told.count)], "a table is no frame")
    }
}
