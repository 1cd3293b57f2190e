import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct PeerTableTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private let honest: SocketAddress
    private let attacker: SocketAddress

    init() throws {
        honest = try SocketAddress(ipAddress: "127.0.0.2", port: 1)
        attacker = try SocketAddress(ipAddress: "127.0.0.3", port: 1)
    }

    private func table(_ change: (inout RelayLimits) -> Void) -> PeerTable {
        var limits = RelayLimits()
        change(&limits)
        return PeerTable(limits: limits, now: start)
    }

    /// The code of the refusal, `nil` where the connection may stay.
    private func open(_ table: PeerTable, _ peer: SocketAddress, after time: TimeAmount = .zero) -> ErrorCode? {
        refusal(table.open(from: peer, at: start + time).1)
    }

    private func refusal(_ verdict: PeerTable.Verdict) -> ErrorCode? {
        switch verdict {
        case .stays: nil
        case .refused(let error), .dropped(let error), .publishesOnly(let error, _): error.code
        }
    }

    // MARK: Connections

    @Test func oneAddressMayNotTakeEverything() {
        let table = table { $0.perAddress.connections = 2 }
        let attackers = (0..<3).map { _ in open(table, attacker) }
        #expect(attackers == [nil, nil, .tooManyFromAddress])
        #expect(open(table, honest) == nil)
    }

    @Test func allTogetherMayNotTakeMoreThanThereIs() {
        let table = table { $0.all.connections = 2 }
        #expect([attacker, honest, honest].map { open(table, $0) } == [nil, nil, .tooManyConnections])
    }

    @Test func aPlaceThatIsGivenBackIsFree() {
        let table = table {
            $0.all.connections = 1
            $0.all.connectionsPerSecond = 1_000
        }
        let (seat, _) = table.open(from: attacker, at: start)
        #expect(open(table, honest) == .tooManyConnections)
        table.close(seat)
        #expect(open(table, honest, after: .seconds(1)) == nil)
    }

    @Test func whoIsTurnedAwayTakesNoPlaceFromAnybody() {
        let table = table {
            $0.all.connections = 10
            $0.perAddress.connections = 5
        }
        let verdicts = (0..<1_000).map { _ in open(table, attacker) }
        #expect(verdicts.count { $0 == nil } == 5)
        #expect((0..<5).map { _ in open(table, honest) } == [nil, nil, nil, nil, nil])
    }

    @Test func aFloodIsClosedWithoutAWord() {
        let table = table { $0.all.connections = 1 }
        let opened = (0..<PeerTable.farewells + 2).map { _ in table.open(from: attacker, at: start) }
        let isDropped = opened.map { if case .dropped = $0.1 { true } else { false } }
        #expect(isDropped.firstIndex(of: true) == PeerTable.farewells + 1)
        // When the others have left, there is time for a word again.
        for (seat, _) in opened { table.close(seat) }
        let (_, verdict) = table.open(from: attacker, at: start)
        #expect(verdict == .stays || refusal(verdict) == .connectingTooFast)
        if case .dropped = verdict { Issue.record("nobody is leaving any more") }
    }

    @Test func `Of a flood from one address only so many are told`() {
        let table = table { $0.perAddress.connections = 1 }
        let opened = (0..<PeerTable.farewells + 2).map { _ in table.open(from: attacker, at: start) }
        let isTold = opened.map { if case .publishesOnly(_, let isTold) = $0.1 { isTold } else { true } }
        #expect(isTold.firstIndex(of: false) == PeerTable.farewells + 1)
        #expect(open(table, honest) == nil)
    }

    @Test func connectionsMayNotComeFasterThanTheirRate() {
        let table = table {
            $0.perAddress.connections = 3
            $0.perAddress.connectionsPerSecond = 1
        }
        for _ in 0..<3 { table.close(table.open(from: attacker, at: start).0) }
        #expect(open(table, attacker) == .connectingTooFast)
        #expect(open(table, honest) == nil, "it is the address's own rate")
        #expect(open(table, attacker, after: .milliseconds(1_001)) == nil)
    }

    @Test func oneWhoIsRefusedTakesNothingOfTheRateOfAll() {
        let table = table {
            $0.all.connections = 10
            $0.all.connectionsPerSecond = 1
            $0.perAddress.connections = 2
        }
        for _ in 0..<100 { table.close(table.open(from: attacker, at: start).0) }
        #expect((0..<8).compactMap { _ in open(table, honest) } == Array(repeating: .tooManyFromAddress, count: 6))
        let others = try? (0..<7).map { open(table, try SocketAddress(ipAddress: "127.0.1.\($0)", port: 1)) }
        #expect(others == [nil, nil, nil, nil, nil, nil, .connectingTooFast])
    }

    @Test func aRefusalForHasteTellsWhenToComeBack() throws {
        let table = table { $0.perAddress.connections = 1 }
        table.close(table.open(from: attacker, at: start).0)
        guard case .publishesOnly(let error, isTold: true) = table.open(from: attacker, at: start).1 else {
            Issue.record("not refused")
            return
        }
        #expect(error.retryAfter == 1_000)
    }

    @Test func otherLimitsHoldFromNowOnAndThrowNobodyOut() {
        let table = table { $0.all.connections = 2 }
        let first = table.open(from: honest, at: start)
        _ = table.open(from: honest, at: start)
        var limits = RelayLimits()
        limits.all.connections = 1
        table.apply(limits)
        #expect(open(table, honest) == .tooManyConnections)
        limits.all.connections = 3
        table.apply(limits)
        #expect(open(table, honest, after: .seconds(1)) == nil)
        table.close(first.0)
        #expect(open(table, honest, after: .seconds(1)) == nil)
    }

    // MARK: Streams

    @Test func anAddressPublishesSoManyStreams() {
        let table = table { $0.perAddress.streams = 1 }
        let (seat, _) = table.open(from: attacker, at: start)
        #expect(code { try table.beginPublishing(seat) } == nil)
        #expect(code { try table.beginPublishing(seat) } == .tooManyFromAddress)
        #expect(code { try table.beginPublishing(table.open(from: honest, at: start).0) } == nil)
        table.endPublishing(seat)
        #expect(code { try table.beginPublishing(seat) } == nil)
    }

    // MARK: Bytes

    @Test func bytesAreNotCountedUnlessLimited() {
        let table = table { _ in }
        let (seat, _) = table.open(from: attacker, at: start)
        #expect(code { try table.charge(.max, to: seat, at: start) } == nil)
        #expect(code { try table.charge(.max, to: seat, at: start) } == nil)
    }

    @Test func anAddressSendsSoManyBytesASecond() {
        let table = table { $0.perAddress.bytesPerSecond = 1_000 }
        let (seat, _) = table.open(from: attacker, at: start)
        let (other, _) = table.open(from: honest, at: start)
        #expect(
            code { try table.charge(1_500, to: seat, at: start) } == nil,
            "a long frame is not refused for being long"
        )
        #expect(code { try table.charge(1, to: seat, at: start) } == .rateExceeded)
        #expect(code { try table.charge(900, to: other, at: start) } == nil)
        #expect(code { try table.charge(1, to: seat, at: start + .milliseconds(501)) } == nil)
    }

    /// Otherwise one who floods the relay would have everybody thrown out.
    @Test func whereAllTogetherSendTooMuchWhoTakesMostIsRefused() throws {
        let table = table { $0.all.bytesPerSecond = 10_000 }
        let (greedy, _) = table.open(from: attacker, at: start)
        let (modest, _) = table.open(from: honest, at: start)
        try table.beginPublishing(greedy)
        try table.beginPublishing(modest)
        var refused = 0
        var passed = 0
        for millisecond in 0..<10_000 as Range<Int64> {
            let now = start + .milliseconds(millisecond)
            if code({ try table.charge(100, to: greedy, at: now) }) == nil { passed += 100 } else { refused += 1 }
            if millisecond % 100 == 0 {
                #expect(code { try table.charge(400, to: modest, at: now) } == nil, "\(millisecond) ms")
            }
        }
        #expect(refused > 0)
        // 4,000 bytes a second are the modest one's; a second's worth may come at once.
        #expect((60_000...80_000).contains(passed), "\(passed)")
    }

    @Test func onePublisherAloneMaySendAllThatAllMay() throws {
        let table = table { $0.all.bytesPerSecond = 10_000 }
        let (seat, _) = table.open(from: honest, at: start)
        try table.beginPublishing(seat)
        let codes = (0..<100).map { step in
            code { try table.charge(990, to: seat, at: start + .milliseconds(Int64(step) * 100)) }
        }
        #expect(codes.allSatisfy { $0 == nil })
    }

    // MARK: Before admission

    @Test func clientsOfAnAddressShareWhatTheyMaySendBeforeTheyAreAdmitted() {
        let table = table { _ in }
        let (seat, _) = table.open(from: attacker, at: start)
        let (other, _) = table.open(from: honest, at: start)
        #expect(table.mayChat(PeerAccount.chatterBurst, from: seat, at: start))
        #expect(!table.mayChat(1, from: seat, at: start))
        #expect(table.mayChat(1, from: other, at: start))
        #expect(table.mayChat(1, from: seat, at: start + .milliseconds(1)))
    }

    @Test func `However much they send, the address is not closed for longer than its floor says`() {
        let table = table { _ in }
        let (seat, _) = table.open(from: attacker, at: start)
        for _ in 0..<10 { _ = table.mayChat(.max, from: seat, at: start) }
        let floor = TimeAmount.seconds(Int64(RateLimit.longestDebt))
        #expect(!table.mayChat(1, from: seat, at: start + floor))
        #expect(table.mayChat(1, from: seat, at: start + floor + .milliseconds(1)))
    }

    // MARK: Publishers of an address that has reached a limit

    /// Counts a publisher in on a connection that may do nothing else.
    private func publish(_ table: PeerTable, _ peer: SocketAddress) -> (seat: PeerTable.Seat, refusal: ErrorCode?) {
        var (seat, verdict) = table.open(from: peer, at: start)
        guard case .publishesOnly = verdict else { return (seat, .internalFault) }
        let refusal = code { try table.admit(&seat, nil, as: .publish, at: start) }
        return (seat, refusal)
    }

    @Test func `Viewers who take all connections of an address leave room for its publishers`() throws {
        let table = table {
            $0.perAddress.connections = 2
            $0.perAddress.streams = 2
        }
        for _ in 0..<2 { _ = open(table, attacker) }
        let publishers = (0..<2).map { _ in publish(table, attacker) }
        #expect(publishers.map { $0.refusal } == [nil, nil])
        for (seat, _) in publishers { try table.beginPublishing(seat) }
        #expect(publish(table, attacker).refusal == .tooManyFromAddress, "as many as streams may be published")
        table.close(publishers[0].seat)
        #expect(publish(table, attacker).refusal == nil)
    }

    @Test func `A publisher beyond its address's limit counts with all others`() {
        let table = table {
            $0.perAddress.connections = 1
            $0.all.connections = 2
        }
        _ = open(table, attacker)
        #expect(publish(table, attacker).refusal == nil)
        #expect(open(table, honest) == .tooManyConnections)
        #expect(publish(table, attacker).refusal == .tooManyConnections)
    }

    @Test func `An address that has nothing left has its own measure of checks and of handshakes`() {
        let table = table { $0.perAddress.connections = 1 }
        _ = open(table, attacker)
        let (seat, _) = table.open(from: attacker, at: start)
        let checks = (0..<1_000).count { _ in table.mayCheckPublisher(seat, at: start) }
        let handshakes = (0..<1_000).count { _ in table.mayShakeHands(seat, at: start) }
        #expect(checks == PeerAccount.publisherChecksPerSecond)
        #expect(handshakes == PeerAccount.handshakesPerSecond)
        #expect(table.mayCheckPublisher(seat, at: start + .milliseconds(100)))
        #expect(table.mayShakeHands(seat, at: start + .milliseconds(100)))
    }

    // MARK: Housekeeping

    @Test func refusalsAreReportedOnceWithTheWorst() {
        let table = table { $0.perAddress.connections = 1 }
        for _ in 0..<5 { _ = table.open(from: attacker, at: start) }
        for _ in 0..<2 { _ = table.open(from: honest, at: start) }
        let reports = [table.tidy(at: start), table.tidy(at: start)]
        #expect(reports == [.init(count: 5, most: .ipv4(0x7F00_0003), ofMost: 4), .init()])
    }

    @Test func whoIsForgottenStartsAnewAndNotBefore() {
        let table = table {
            $0.perAddress.connections = 2
            $0.perAddress.connectionsPerSecond = 1
        }
        for _ in 0..<2 { table.close(table.open(from: attacker, at: start).0) }
        table.tidy(at: start)
        #expect(open(table, attacker) == .connectingTooFast, "tidying must not give back what was taken")
        table.tidy(at: start + .seconds(60))
        #expect((0..<3).map { _ in open(table, attacker, after: .seconds(60)) } == [nil, nil, .tooManyFromAddress])
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ProtocolError)?.code ?? .internalFault
        }
    }
}
