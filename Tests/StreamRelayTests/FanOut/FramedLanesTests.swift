import NIOCore
import StreamProtocol
import Synchronization
import Testing

@testable import StreamRelay

/// Sends a byte for each message.
private struct OtherFraming: MessageFraming {
    func frame(_ message: ByteBuffer, _ write: (ByteBuffer) -> Void) -> Bool {
        write(ByteBuffer(bytes: [7]))
        return true
    }
}

/// Counts how often it frames.
private struct CountingFraming: MessageFraming {
    final class Count: Equatable, Sendable {
        let value = Atomic(0)

        static func == (a: Count, b: Count) -> Bool { a === b }
    }

    let count = Count()

    func frame(_ message: ByteBuffer, _ write: (ByteBuffer) -> Void) -> Bool {
        count.value.wrappingAdd(1, ordering: .relaxed)
        write(message)
        return true
    }
}

/// Lanes of carriers that frame their messages.
@Suite struct FramedLanesTests {
    @Test func `viewers with other framings join other lanes`() throws {
        let bench = try LaneBench()
        let kinds = [
            LaneKind(), LaneKind(carrier: .webSocket, framing: FakeFraming()),
            LaneKind(carrier: .http, framing: FakeFraming()), LaneKind(carrier: .http, framing: OtherFraming()),
        ]
        let viewers = (1...8).map { FakeViewer($0) }
        for (index, viewer) in viewers.enumerated() { #expect(bench.enter(viewer, nil, kinds[index % 4])) }
        #expect((0..<4).allSatisfy { viewers[$0].lanePosition?.lane == viewers[$0 + 4].lanePosition?.lane })
        #expect(Set(viewers.compactMap(\.lanePosition?.lane)).count == 4)
        let frame = try bench.append()
        #expect(bench.deliver().isEmpty)
        #expect(bench.writer.walks.count == 4)
        #expect(bench.writer.taken[5] == frame)
        #expect(bench.writer.taken[6] == LaneWrap.framed.bytes(frame))
        #expect(bench.writer.taken[8] == [7])
        #expect(bench.carriers == [.tcp, .webSocket, .http, .http])
    }

    @Test func `a message without bytes for a carrier counts, and is not written`() throws {
        let bench = try LaneBench([.video, .audio], wrap: .framed)
        let viewer = bench.viewersInLane(1...1)[0]
        let silent = TransferCount(frames: 1, bytes: try bench.append(.one, randomAccess: true).count)
        #expect(bench.deliver().isEmpty)
        #expect(bench.writer.walks.isEmpty)
        #expect(bench.sent.map(\.0) == [silent])
        #expect(bench.lanes.delivered(to: viewer) == silent)
        let frame = try bench.append()
        #expect(bench.deliver().isEmpty)
        #expect(bench.writer.taken == [1: LaneWrap.framed.bytes(frame)])
    }

    /// Framed, each message has 153 bytes; the rest is that of the one message that the socket had begun.
    @Test(arguments: [0, 2, 3, 100, 151, 152, 153, 154, 305, 306, 458] as [Int])
    func `a viewer that takes a part of a framed batch keeps the rest of one message`(room: Int) throws {
        let bench = try LaneBench([.video, .audio], wrap: .framed)
        _ = bench.viewersInLane(1...2, batch: .milliseconds(10))
        let first = try bench.append()
        // It has no bytes for these viewers.
        let silent = try bench.append(.one, randomAccess: true)
        let others = try (0..<2).map { _ in try bench.append() }
        let messages = [first] + others
        bench.writer.room[1] = room
        let exit = try #require(bench.deliver(.milliseconds(10)).first)
        let whole = room / 153
        #expect(exit.remainderBytes == Array(LaneWrap.framed.bytes(messages[whole]).dropFirst(room - 153 * whole)))
        let silentMessages = whole > 0 ? 1 : 0
        let bytes = 148 * (whole + 1) + silentMessages * silent.count
        #expect(exit.delivered == TransferCount(frames: whole + 1 + silentMessages, bytes: bytes))
        var cursor = exit.cursor
        #expect(cursor.drain(bench.log).count == (whole > 0 ? 2 - whole : 3))
    }

    @Test func `the messages of a batch are framed twice at most, however many viewers fall behind`() throws {
        let bench = try LaneBench()
        let framing = CountingFraming()
        let kind = LaneKind(batch: .milliseconds(10), carrier: .webSocket, framing: framing)
        let viewers = (1...50).map { FakeViewer($0) }
        for viewer in viewers { #expect(bench.enter(viewer, nil, kind)) }
        let batch = try (0..<20).map { _ in try bench.append() }
        let bytes = batch.flatMap(\.self)
        // Each takes another part, in no order.
        for viewer in viewers { bench.writer.room[viewer.socket] = Int(viewer.socket) * 977 % bytes.count }
        for exit in bench.deliver(.milliseconds(10)) {
            let taken = try #require(bench.writer.taken[exit.viewer.socket]) + exit.remainderBytes
            #expect(taken == Array(bytes.prefix(exit.delivered.bytes)))
        }
        #expect(framing.count.value.load(ordering: .relaxed) <= 2 * batch.count)
    }

    @Test func `a message that a carrier leaves to each viewer dissolves the lane`() throws {
        let bench = try LaneBench([.video, .audio, .data], wrap: .framed)
        let viewers = bench.viewersInLane(1...2)
        let frame = LaneWrap.framed.bytes(try bench.append())
        let other = TrackID(2) ?? .zero
        try bench.append(other, randomAccess: true)
        try bench.append()
        let exits = bench.deliver()
        #expect(bench.writer.taken == [1: frame, 2: frame])
        #expect(exits.count == 2 && exits.allSatisfy { $0.remainder.isEmpty })
        #expect(viewers.allSatisfy { $0.lanePosition == nil })
        var cursor = try #require(exits.first).cursor
        #expect(cursor.drain(bench.log).first == .frame(other, epoch: 1, sequence: 0))
    }
}
