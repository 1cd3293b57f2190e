import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct WatchSessionTests {
    private let start = ContinuousClock.now
    private let offset = ClockOffset(offset: 5_000_000, errorBound: 100)
    private var session: WatchSession

    init() throws {
        session = WatchSession(at: start)
        _ = try session.receive(.welcomed(.sample()), at: start, wallTime: 0)
        _ = try receive(.clock(ClockReading(offset: 7, errorBound: 1, time: 0)))
    }

    private mutating func receive(_ event: ConnectionEvent) throws -> [WatchEvent] {
        try session.receive(event, at: start, wallTime: 0)
    }

    private mutating func receive(tracksOf epoch: UInt32) throws -> [WatchEvent] {
        try receive(.message(.tracks(TrackTable(epoch: epoch, tracks: [.video]))))
    }

    /// The publisher's offsets in the estimates, `nil` for an estimate without one.
    private func offsets(_ events: [WatchEvent]) -> [ClockOffset?] {
        events.compactMap { if case .clock(let estimate) = $0 { .some(estimate.publisher) } else { nil } }
    }

    /// The events after which frames are of another generation, and the frames and gaps between them.
    private func steps(_ events: [WatchEvent]) -> [String] {
        events.compactMap { event in
            switch event {
            case .discontinuity(let step): "\(step.next.streamInstance)/\(step.next.epoch)"
            case .frame(let frame): "frame \(frame.header.sequence)"
            case .gap(let gap): "gap \(gap.first)"
            default: nil
            }
        }
    }

    @Test mutating func `another epoch is a discontinuity before its tracks`() throws {
        #expect(try steps(receive(tracksOf: 1)).isEmpty, "the first generation")
        #expect(try steps(receive(.message(.frame(.sample(0))))) == ["frame 0"])
        #expect(try steps(receive(tracksOf: 1)).isEmpty, "the same epoch")
        let events = try receive(tracksOf: 2)
        guard case .discontinuity(let step)? = events.first, case .tracks? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(step.previous.epoch == 1 && step.next.epoch == 2 && !step.isNewInstance)
        #expect(try steps(receive(.message(.frame(.sample(0, epoch: 2))))) == ["frame 0"])
    }

    @Test mutating func `a restart of the relay is a discontinuity although the epoch is the same`() throws {
        #expect(try steps(receive(.message(.frame(.sample(7))))) == ["frame 7"])
        _ = try receive(.welcomed(.sample(streamInstance: 1)))
        #expect(try steps(receive(.message(.frame(.sample(7))))) == [], "the same instance, and a frame it has")
        _ = try receive(.welcomed(.sample(streamInstance: 2)))
        #expect(try steps(receive(.message(.frame(.sample(3))))) == ["2/1", "frame 3"])
        #expect(try steps(receive(.message(.frame(.sample(5))))) == ["gap 4", "frame 5"])
    }

    @Test mutating func `a track that stays in an earlier epoch is no discontinuity`() throws {
        _ = try receive(.message(.frame(.sample(0, epoch: 1))))
        #expect(try steps(receive(.message(.frame(.sample(0, epoch: 2))))) == ["1/2", "frame 0"])
        #expect(try steps(receive(.message(.frame(.sample(1, track: .audio, epoch: 1))))) == ["frame 1"])
        let gap = Gap(track: .video, reason: .latency, epoch: 3, first: 0, count: 2)
        #expect(try steps(receive(.message(.gap(gap)))) == ["1/3", "gap 0"])
    }

    @Test mutating func `frames of a track or an epoch that the table does not have are ignored`() throws {
        _ = try receive(tracksOf: 2)
        #expect(try steps(receive(.message(.frame(.sample(5, epoch: 3))))).isEmpty)
        #expect(try steps(receive(.message(.frame(.sample(5, epoch: 1))))).isEmpty)
        #expect(try steps(receive(.message(.frame(.sample(5, track: .audio, epoch: 2))))).isEmpty)
        let later = Gap(track: .video, reason: .latency, epoch: 3, first: 0, count: 2)
        #expect(try steps(receive(.message(.gap(later)))).isEmpty)
        #expect(try steps(receive(.message(.frame(.sample(0, epoch: 2))))) == ["frame 0"])
    }

    @Test mutating func `a clock offset holds until the next epoch`() throws {
        #expect(try offsets(receive(tracksOf: 1)).isEmpty)
        #expect(try offsets(receive(.message(.clockOffset(offset)))) == [offset])
        #expect(try offsets(receive(tracksOf: 1)).isEmpty, "a new table of the same epoch")
        #expect(try offsets(receive(tracksOf: 2)) == [nil], "perhaps another publisher")
        #expect(try offsets(receive(tracksOf: 3)).isEmpty, "there is none to drop")
        #expect(try offsets(receive(.message(.clockOffset(offset)))) == [offset])
    }

    @Test mutating func `a clock offset holds for one connection`() throws {
        _ = try receive(.message(.clockOffset(offset)))
        _ = try receive(.welcomed(.sample()))
        #expect(try offsets(receive(.clock(ClockReading(offset: 8, errorBound: 1, time: 0)))) == [nil])
    }

    /// A relay of an earlier version sends the offset first.
    @Test mutating func `a clock offset before the first tracks holds`() throws {
        _ = try receive(.message(.clockOffset(offset)))
        #expect(try offsets(receive(tracksOf: 4)).isEmpty)
        #expect(try offsets(receive(.clock(ClockReading(offset: 8, errorBound: 1, time: 0)))) == [offset])
    }
}
