import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct KeyFrameRequestsTests {
    private let start = NIODeadline.uptimeNanoseconds(0)

    @Test func aThousandViewersMakeOneRequest() {
        var requests = KeyFrameRequests()
        let passed = (0..<1_000).filter { _ in requests.ask(for: .zero, because: .picture, at: start) }
        #expect(passed.count == 1)
        let other = requests.ask(for: .one, because: .picture, at: start)
        #expect(other, "another track is another encoder")
    }

    @Test func anAnsweredRequestMayBeRepeatedAfterTheInterval() {
        var requests = KeyFrameRequests()
        _ = requests.ask(for: .zero, because: .picture, at: start)
        requests.answer(.zero)
        let answers = [499, 500].map { requests.ask(for: .zero, because: .picture, at: start + .milliseconds($0)) }
        #expect(answers == [false, true])
    }

    @Test(arguments: [.lateness, .wish] as [KeyFrameRequests.Need])
    func viewersWhoHaveAPictureWaitLonger(need: KeyFrameRequests.Need) {
        var requests = KeyFrameRequests()
        _ = requests.ask(for: .zero, because: need, at: start)
        requests.answer(.zero)
        let answers = [1, 4, 5].map { requests.ask(for: .zero, because: need, at: start + .seconds($0)) }
        #expect(answers == [false, false, true])
        requests.answer(.zero)
        let other = requests.ask(for: .zero, because: .picture, at: start + .seconds(6))
        #expect(other, "somebody has none")
    }

    @Test func anUnansweredRequestIsRepeatedOnlyWhenPatienceEnds() {
        var requests = KeyFrameRequests()
        _ = requests.ask(for: .zero, because: .picture, at: start)
        let answers = [1_999, 2_000].map { requests.ask(for: .zero, because: .picture, at: start + .milliseconds($0)) }
        #expect(answers == [false, true])
    }
}

@Suite struct KeepaliveTests {
    private let start = NIODeadline.uptimeNanoseconds(0)

    @Test func asksAtTheIntervalAndGivesUpAfterThree() {
        var keepalive = Keepalive(interval: .seconds(5), now: start)
        let actions = [4, 5, 6, 10, 15, 16].map { keepalive.tick(at: start + .seconds($0)) }
        #expect(actions == [.none, .ask, .none, .ask, .ask, .giveUp])
    }

    @Test func anySignOfLifeCounts() {
        var keepalive = Keepalive(interval: .seconds(5), now: start)
        keepalive.heard(at: start + .seconds(14))
        let action = keepalive.tick(at: start + .seconds(16))
        #expect(action == .ask)
    }

    @Test func onlyAPongToOneOfTheLastPingsCounts() {
        var keepalive = Keepalive(interval: .seconds(5), now: start)
        for second in [5, 10, 15] as [Int64] {
            _ = keepalive.tick(at: start + .seconds(second))
            keepalive.asked(second)
        }
        keepalive.answered(Pong(sent: 6, received: 0, answered: 0), at: start + .seconds(15))
        let forged = keepalive.tick(at: start + .seconds(16))
        #expect(forged == .giveUp)
        keepalive.answered(Pong(sent: 5, received: 0, answered: 0), at: start + .seconds(16))
        let answered = keepalive.tick(at: start + .seconds(17))
        #expect(answered == .none)
        keepalive.answered(Pong(sent: 5, received: 0, answered: 0), at: start + .seconds(30))
        let repeated = [20, 25, 30, 32].map { keepalive.tick(at: start + .seconds($0)) }
        #expect(repeated == [.ask, .ask, .ask, .giveUp], "an old one answers nothing again")
    }

    /// A loop that stood still has not looked at what came meanwhile.
    @Test func whoWasNotAskedIsNotSilent() {
        var keepalive = Keepalive(interval: .seconds(5), now: start)
        let actions = [60, 61, 65, 70, 74, 75, 76].map { keepalive.tick(at: start + .seconds($0)) }
        #expect(actions == [.ask, .none, .ask, .ask, .giveUp, .giveUp, .giveUp])
    }
}

@Suite struct GapLedgerTests {
    private func gap(_ first: UInt64, _ count: UInt64 = 1, epoch: UInt32 = 1) -> Gap {
        Gap(track: .zero, reason: .latency, epoch: epoch, first: first, count: count)
    }

    @Test func neighboursAreJoined() {
        var ledger = GapLedger()
        for first in 3..<9 as Range<UInt64> { ledger.add(gap(first)) }
        let told = [ledger.popFirst(), ledger.popFirst()]
        #expect(told == [gap(3, 6), nil])
    }

    @Test func whatCannotBeJoinedIsBounded() {
        var ledger = GapLedger()
        for epoch in 0..<1_000 as Range<UInt32> { ledger.add(gap(0, epoch: epoch)) }
        while ledger.popFirst() != nil {}
        #expect(ledger.isOverfull, "what did not fit is lost for good")
    }

    @Test func reasonsThatAlternateDoNotOverfillIt() {
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
        #expect(!ledger.isOverfull)
    }
}
