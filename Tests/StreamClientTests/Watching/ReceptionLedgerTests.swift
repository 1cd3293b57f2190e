import StreamProtocol
import TestSupport
import Testing

@testable import StreamClient

@Suite struct ReceptionLedgerTests {
    private var ledger = ReceptionLedger()

    init() {
        ledger.begin(streamInstance: 1)
    }

    private func header(_ sequence: UInt64, epoch: UInt32 = 1, track: TrackID = .video) -> FrameHeader {
        FrameHeader(track: track, epoch: epoch, sequence: sequence, decodeTime: 0, presentationTime: 0)
    }

    private func gap(_ first: UInt64, _ count: UInt64, epoch: UInt32 = 1, _ reason: Gap.Reason = .latency) -> Gap {
        Gap(track: .video, reason: reason, epoch: epoch, first: first, count: count)
    }

    @Test mutating func `a late joiner has missed nothing`() {
        #expect(ledger.receive(header(100)) == .deliver(after: nil))
        #expect(ledger.receive(header(101)) == .deliver(after: nil))
    }

    @Test mutating func `no frame is given twice`() {
        for sequence in UInt64(5)...9 { _ = ledger.receive(header(sequence)) }
        ledger.begin(streamInstance: 1)
        for sequence in UInt64(5)...9 { #expect(ledger.receive(header(sequence)) == .duplicate) }
        #expect(ledger.receive(header(10)) == .deliver(after: nil))
    }

    @Test mutating func `frames missed during a reconnection are reported`() {
        _ = ledger.receive(header(5))
        #expect(ledger.receive(header(9)) == .deliver(after: gap(6, 3, .disconnected)))
    }

    @Test mutating func `a gap reports only what is new`() {
        _ = ledger.receive(header(5))
        #expect(ledger.receive(gap(2, 4)) == nil)
        #expect(ledger.receive(gap(4, 4)) == gap(6, 2))
        #expect(ledger.receive(gap(10, 2)) == gap(8, 4), "the frames between are missing as well")
        #expect(ledger.receive(header(12)) == .deliver(after: nil))
    }

    @Test mutating func `tracks are counted apart`() {
        _ = ledger.receive(header(5))
        #expect(ledger.receive(header(0, track: .audio)) == .deliver(after: nil))
        #expect(ledger.receive(header(6)) == .deliver(after: nil))
    }

    @Test mutating func `later epochs count from zero`() {
        _ = ledger.receive(header(5))
        #expect(ledger.receive(header(0, epoch: 2)) == .deliver(after: nil))
        #expect(ledger.receive(header(6)) == .duplicate, "the epoch before is over")
        #expect(ledger.receive(gap(6, 1)) == nil)
        #expect(ledger.receive(gap(0, 3, epoch: 3)) == gap(0, 3, epoch: 3))
        #expect(ledger.receive(header(3, epoch: 3)) == .deliver(after: nil))
        #expect(ledger.receive(header(7, epoch: 4)) == .deliver(after: gap(0, 7, epoch: 4, .disconnected)))
    }

    @Test mutating func `another stream is counted anew`() {
        _ = ledger.receive(header(5, epoch: 9))
        ledger.begin(streamInstance: 2)
        #expect(ledger.receive(header(0, epoch: 1)) == .deliver(after: nil))
    }

    @Test mutating func `counters do not overflow`() {
        #expect(ledger.receive(header(.max)) == .duplicate)
        #expect(ledger.receive(gap(.max, .max)) == nil)
        #expect(ledger.receive(header(.max - 1)) == .deliver(after: nil))
        #expect(ledger.receive(gap(0, .max)) == nil)
    }

    /// Received frames and gaps together are all frames, whatever the relay skips or sends again.
    @Test(arguments: 0..<UInt64(30))
    func `received and missed frames add up to all`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var ledger = ReceptionLedger()
        ledger.begin(streamInstance: 1)
        var position: UInt64 = 10
        var next: UInt64?
        for _ in 0..<200 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: position -= min(position, UInt64.random(in: 0...5, using: &generator))
            case 1: position += UInt64.random(in: 0...5, using: &generator)
            case 2:
                let notice = gap(position, UInt64.random(in: 1...4, using: &generator))
                position += notice.count
                guard let told = ledger.receive(notice) else { continue }
                if let next { #expect(told.first == next) }
                next = told.first + told.count
            default:
                defer { position += 1 }
                guard case .deliver(let told) = ledger.receive(header(position)) else {
                    #expect(position < next ?? 0)
                    continue
                }
                if let told, let next { #expect(told.first == next && told.first + told.count == position) }
                if told == nil, let next { #expect(position == next) }
                next = position + 1
            }
        }
    }
}
