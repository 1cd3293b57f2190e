import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct TurnBudgetTests {
    private let now = NIODeadline.uptimeNanoseconds(1_000_000_000)

    /// Whether there is time left after so much was spent, at this moment after the turn began.
    private func hasTimeLeft(spending time: TimeAmount, after moment: TimeAmount = .zero) -> Bool {
        var budget = TurnBudget()
        budget.begin(at: now)
        budget.spend(time)
        return budget.hasTimeLeft(at: now + moment)
    }

    @Test func `a turn ends when its time is spent`() {
        #expect(hasTimeLeft(spending: .zero))
        #expect(hasTimeLeft(spending: TurnBudget.turn - .nanoseconds(1)))
        #expect(!hasTimeLeft(spending: TurnBudget.turn))
        let rested = TurnBudget.turn + TurnBudget.span
        #expect(!hasTimeLeft(spending: TurnBudget.turn, after: rested), "the loop may not have looked yet")
    }

    @Test func `a turn begins again after a rest`() {
        #expect(hasTimeLeft(spending: TurnBudget.turn, after: TurnBudget.turn + TurnBudget.span + .nanoseconds(1)))
    }

    @Test(arguments: [TurnBudget.span + .nanoseconds(1), .seconds(1)])
    func `a turn that outlasts the span leaves no time for the next`(length: TimeAmount) {
        #expect(!hasTimeLeft(spending: length, after: length))
        #expect(!hasTimeLeft(spending: length, after: length + TurnBudget.span))
        #expect(hasTimeLeft(spending: length, after: length + TurnBudget.span + .nanoseconds(1)))
    }
}

@Suite struct CatchUpTurnsTests {
    /// Bytes that a turn may be longer than a fair share: the last frame, and what comes before the first.
    private static let slack = 20_000

    private let relay = EmbeddedRelay()

    /// A viewer, and how much it was sent.
    private final class Joiner {
        private let channel: EmbeddedChannel
        private var received = 0

        init(_ relay: EmbeddedRelay, at start: Hello.Start = .randomAccessPoint) throws {
            channel = try relay.connect().channel
            var hello = Hello(role: .subscribe, stream: .live, instance: InstanceID(high: 0, low: 2))
            hello.start = start
            try channel.writeInbound(ByteBuffer.opening(.hello(hello)))
        }

        func count() throws -> Int {
            received += try channel.sent().readableBytes
            return received
        }

        func leave() throws { try channel.close().wait() }
    }

    /// Publishes four megabytes that a late joiner needs: more than any turn's share.
    private func publish() throws -> Int {
        let publisher = try relay.connect().channel
        try publisher.writeInbound(opening(.publish))
        let table = try TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        var bytes = ProtocolMessage.tracks(table).encoded()
        var size = 0
        for sequence in 0..<UInt64(256) {
            let header = FrameHeader(
                track: .zero,
                flags: sequence == 0 ? .randomAccess : [],
                epoch: 1,
                sequence: sequence,
                decodeTime: 0,
                presentationTime: 0
            )
            let frame = Frame(header, payload: [UInt8](repeating: 1, count: 16_000))
            size += frame.message.readableBytes
            ProtocolMessage.frame(frame).write(to: &bytes)
        }
        try publisher.writeInbound(bytes)
        return size
    }

    @Test func `joiners catch up in turns`() throws {
        let size = try publish()
        let joiners = try (0..<3).map { _ in try Joiner(relay) }
        // The first was given its share at once; the others wait, because it waits for more.
        var counts = try joiners.map { try $0.count() }
        #expect(counts[0] >= ViewerWriter.bytesPerTurn && counts[0] <= ViewerWriter.bytesPerTurn + Self.slack)
        #expect(counts[1] < Self.slack && counts[2] < Self.slack)
        while counts.contains(where: { $0 < size }) {
            let before = counts
            relay.eventLoop.advanceTime(by: CatchUpTurns.interval)
            counts = try joiners.map { try $0.count() }
            try #require(counts != before, "a viewer gets no turn")
            // In order: no viewer is more than two shares ahead, one from the beginning and one of this round.
            let unfinished = counts.filter { $0 < size }
            if let most = unfinished.max(), let least = unfinished.min() {
                #expect(most - least <= 2 * (ViewerWriter.bytesPerTurn + Self.slack))
            }
        }
    }

    @Test func `a viewer that left while it waited is skipped`() throws {
        let size = try publish()
        let joiners = try (0..<3).map { _ in try Joiner(relay) }
        try joiners[1].leave()
        var count = try joiners[2].count()
        while count < size {
            let before = count
            // At most the whole of the first one's turns come before.
            for _ in 0..<20 { relay.eventLoop.advanceTime(by: CatchUpTurns.interval) }
            count = try joiners[2].count()
            try #require(count > before, "nothing came any more")
        }
    }

    private final class Client: TurnTaker {
        let name: String
        private let served: Served

        init(_ name: String, _ served: Served) { (self.name, self.served) = (name, served) }

        func takeTurn(at now: NIODeadline) { served.names.append(name) }
    }

    private final class Served {
        var names: [String] = []
    }

    @Test func `handshakes and viewers that catch up take turns`() {
        let served = Served()
        for number in 0..<4 { relay.loop.turns.enqueue(Client("handshake \(number)", served), as: .handshake) }
        for number in 0..<2 { relay.loop.turns.enqueue(Client("viewer \(number)", served)) }
        // Each round serves at least one of them.
        for _ in 0..<6 { relay.eventLoop.advanceTime(by: CatchUpTurns.interval) }
        #expect(
            served.names == [
                "viewer 0", "handshake 0", "viewer 1", "handshake 1", "handshake 2", "handshake 3",
            ]
        )
    }

    @Test func `a viewer with little to read needs no turn`() throws {
        _ = try publish()
        let waiting = try (0..<2).map { _ in try Joiner(relay) }
        let live = try Joiner(relay, at: .live)
        let (newest, none) = try (live.count(), waiting[1].count())
        #expect(newest > 16_000 && none < Self.slack)
    }
}
