import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct KeyFrameRequestsTests {
    private let start = NIODeadline.uptimeNanoseconds(0)

    @Test func `a thousand viewers cause one request`() {
        var requests = KeyFrameRequests()
        let passed = (0..<1_000).filter { _ in requests.allowsRequest(for: .zero, because: .noPicture, at: start) }
        #expect(passed.count == 1)
        let other = requests.allowsRequest(for: .one, because: .noPicture, at: start)
        #expect(other, "another track is another encoder")
    }

    @Test func `an answered request may be repeated after the interval`() {
        var requests = KeyFrameRequests()
        _ = requests.allowsRequest(for: .zero, because: .noPicture, at: start)
        requests.answer(.zero)
        let answers = [499, 500].map {
            requests.allowsRequest(for: .zero, because: .noPicture, at: start + .milliseconds($0))
        }
        #expect(answers == [false, true])
    }

    @Test(arguments: [.lag, .viewerRequest, .noRandomAccess] as [KeyFrameRequests.Reason])
    func `viewers that need no other picture wait longer`(reason: KeyFrameRequests.Reason) {
        var requests = KeyFrameRequests()
        _ = requests.allowsRequest(for: .zero, because: reason, at: start)
        requests.answer(.zero)
        let answers = [1, 4, 5].map { requests.allowsRequest(for: .zero, because: reason, at: start + .seconds($0)) }
        #expect(answers == [false, false, true])
        requests.answer(.zero)
        let other = requests.allowsRequest(for: .zero, because: .noPicture, at: start + .seconds(6))
        #expect(other, "one of them has none")
    }

    @Test func `an unanswered request is repeated only after its time`() {
        var requests = KeyFrameRequests()
        _ = requests.allowsRequest(for: .zero, because: .noPicture, at: start)
        let answers = [1_999, 2_000].map {
            requests.allowsRequest(for: .zero, because: .noPicture, at: start + .milliseconds($0))
        }
        #expect(answers == [false, true])
    }
}

@Suite struct KeepaliveTests {
    private let start = NIODeadline.uptimeNanoseconds(0)

    @Test func `pings go out at the interval, and the connection ends after three`() {
        var keepalive = Keepalive(interval: .seconds(5), now: start)
        let actions = [4, 5, 6, 10, 15, 16].map { keepalive.tick(at: start + .seconds($0)) }
        #expect(actions == [.none, .ping, .none, .ping, .ping, .timeout])
    }

    @Test func `any sign of life resets the count`() {
        var keepalive = Keepalive(interval: .seconds(5), now: start)
        keepalive.recordActivity(at: start + .seconds(14))
        let action = keepalive.tick(at: start + .seconds(16))
        #expect(action == .ping)
    }

    @Test func `only a pong to one of the last pings counts`() {
        var keepalive = Keepalive(interval: .seconds(5), now: start)
        for second in [5, 10, 15] as [Int64] {
            _ = keepalive.tick(at: start + .seconds(second))
            keepalive.pingSent(second)
        }
        keepalive.pongReceived(Pong(sent: 6, received: 0, answered: 0), at: start + .seconds(15))
        let forged = keepalive.tick(at: start + .seconds(16))
        #expect(forged == .timeout)
        keepalive.pongReceived(Pong(sent: 5, received: 0, answered: 0), at: start + .seconds(16))
        let answered = keepalive.tick(at: start + .seconds(17))
        #expect(answered == .none)
        keepalive.pongReceived(Pong(sent: 5, received: 0, answered: 0), at: start + .seconds(30))
        let repeated = [20, 25, 30, 32].map { keepalive.tick(at: start + .seconds($0)) }
        #expect(repeated == [.ping, .ping, .ping, .timeout], "an old one answers nothing again")
    }

    /// A loop that stood still has not looked at what came meanwhile.
    @Test func `a peer that was not pinged is not silent`() {
        var keepalive = Keepalive(interval: .seconds(5), now: start)
        let actions = [60, 61, 65, 70, 74, 75, 76].map { keepalive.tick(at: start + .seconds($0)) }
        #expect(actions == [.ping, .none, .ping, .ping, .timeout, .timeout, .timeout])
    }
}

@Suite struct GapLedgerTests {
    private func gap(_ first: UInt64, _ count: UInt64 = 1, epoch: UInt32 = 1) -> Gap {
        Gap(track: .zero, reason: .latency, epoch: epoch, first: first, count: count)
    }

    @Test func `adjacent gaps are joined`() {
        var ledger = GapLedger()
        for first in 3..<9 as Range<UInt64> { ledger.add(gap(first)) }
        let told = [ledger.popFirst(), ledger.popFirst()]
        #expect(told == [gap(3, 6), nil])
    }

    @Test func `gaps that cannot be joined are bounded`() {
        var ledger = GapLedger()
        for epoch in 0..<1_000 as Range<UInt32> { ledger.add(gap(0, epoch: epoch)) }
        while ledger.popFirst() != nil {}
        #expect(ledger.hasOverflowed, "what did not fit is lost for good")
    }

    @Test func `alternating reasons do not overfill the ledger`() {
        var ledger = GapLedger()
        for first in 0..<1_000 as Range<UInt64> {
            ledger.add(
                Gap(track: .zero, reason: first % 2 == 0 ? .latency : .publisher, epoch: 1, first: first, count: 1)
            )
        }
        var next: UInt64 = 0
        while let gap = ledger.popFirst() {
            #expect(gap.first == next)
            next += gap.count
        }
        #expect(next == 1_000)
        #expect(!ledger.hasOverflowed)
    }
}
