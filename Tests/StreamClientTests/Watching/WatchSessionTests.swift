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
