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
        return PeerTable(ConfigurationStore(limits: limits), now: start)
    }

    /// The code of the refusal, `nil` where the connection may stay.
    private func open(_ table: PeerTable, _ peer: SocketAddress, after time: TimeAmount = .zero) -> ErrorCode? {
        refusal(table.open(from: peer, at: start + time).1)
    }

    private func refusal(_ decision: PeerTable.Decision) -> ErrorCode? {
        switch decision {
        case .accepted: nil
        case .refused(let error), .dropped(let error), .publishOnly(let error, _): error.code
        }
    }

    // MARK: Connections

    @Test func `one address may not take everything`() {
        let table = table { $0.perAddress.connections = 2 }
        let attackers = (0..<3).map { _ in open(table, attacker) }
        #expect(attackers == [nil, nil, .tooManyFromAddress])
        #expect(open(table, honest) == nil)
    }

    @Test func `all together may not take more than the limit`() {
        let table = table { $0.all.connections = 2 }
        #expect([attacker, honest, honest].map { open(table, $0) } == [nil, nil, .tooManyConnections])
    }

    @Test func `a slot that is given back is free`() {
        let table = table {
            $0.all.connections = 1
            $0.all.connectionsPerSecond = 1_000
        }
        let (registration, _) = table.open(from: attacker, at: start)
        #expect(open(table, honest) == .tooManyConnections)
        table.close(registration)
        #expect(open(table, honest, after: .seconds(1)) == nil)
    }

    @Test func `a refused connection takes no slot`() {
        let table = table {
            $0.all.connections = 10
            $0.perAddress.connections = 5
        }
        let decisions = (0..<1_000).map { _ in open(table, attacker) }
        #expect(decisions.count { $0 == nil } == 5)
        #expect((0..<5).map { _ in open(table, honest) } == [nil, nil, nil, nil, nil])
    }

    @Test func `a flood is closed without an answer`() {
        let table = table { $0.all.connections = 1 }
        let opened = (0..<PeerTable.maximumLingeringCloses + 2).map { _ in table.open(from: attacker, at: start) }
        let isDropped = opened.map { if case .dropped = $0.1 { true } else { false } }
        #expect(isDropped.firstIndex(of: true) == PeerTable.maximumLingeringCloses + 1)
        // When the others have left, there is time for a word again.
        for (registration, _) in opened { table.close(registration) }
        let (_, decision) = table.open(from: attacker, at: start)
        #expect(decision == .accepted || refusal(decision) == .connectingTooFast)
        if case .dropped = decision { Issue.record("a connection was dropped after all had left") }
    }

    @Test func `only some connections of a flood from one address get an answer`() {
        let table = table { $0.perAddress.connections = 1 }
        let opened = (0..<PeerTable.maximumLingeringCloses + 2).map { _ in table.open(from: attacker, at: start) }
        let allowsLingeringClose = opened.map {
            if case .publishOnly(_, let allowsLingeringClose) = $0.1 { allowsLingeringClose } else { true }
        }
        #expect(allowsLingeringClose.firstIndex(of: false) == PeerTable.maximumLingeringCloses + 1)
        #expect(open(table, honest) == nil)
    }

    @Test func `connections are limited to their rate`() {
        let table = table {
            $0.perAddress.connections = 3
            $0.perAddress.connectionsPerSecond = 1
        }
        for _ in 0..<3 { table.close(table.open(from: attacker, at: start).0) }
        #expect(open(table, attacker) == .connectingTooFast)
        #expect(open(table, honest) == nil, "it is the address's own rate")
        #expect(open(table, attacker, after: .milliseconds(1_001)) == nil)
    }

    @Test func `a refused address uses nothing of the rate for all`() {
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

    @Test func `a refusal by rate says when to come back`() throws {
        let table = table { $0.perAddress.connections = 1 }
        table.close(table.open(from: attacker, at: start).0)
        guard case .publishOnly(let error, allowsLingeringClose: true) = table.open(from: attacker, at: start).1 else {
            Issue.record("not refused")
            return
        }
        #expect(error.retryAfter == 1_000)
    }

    @Test func `new limits hold for new connections and close no old ones`() {
        var configuration = RelayConfiguration()
        configuration.limits.all.connections = 2
        let store = ConfigurationStore(configuration)
        let table = PeerTable(store, now: start)
        let first = table.open(from: honest, at: start)
        _ = table.open(from: honest, at: start)
        configuration.limits.all.connections = 1
        store.replace(with: configuration)
        #expect(open(table, honest) == .tooManyConnections)
        configuration.limits.all.connections = 3
        store.replace(with: configuration)
        #expect(open(table, honest, after: .seconds(1)) == nil)
        table.close(first.0)
        #expect(open(table, honest, after: .seconds(1)) == nil)
    }

    // MARK: Streams

    @Test func `the streams of an address are limited`() {
        let table = table { $0.perAddress.streams = 1 }
        let (registration, _) = table.open(from: attacker, at: start)
        #expect(code { try table.beginPublishing(registration) } == nil)
        #expect(code { try table.beginPublishing(registration) } == .tooManyFromAddress)
        #expect(code { try table.beginPublishing(table.open(from: honest, at: start).0) } == nil)
        table.endPublishing(registration)
        #expect(code { try table.beginPublishing(registration) } == nil)
    }

    // MARK: Bytes

    @Test func `bytes are not counted unless limited`() {
        let table = table { _ in }
        let (registration, _) = table.open(from: attacker, at: start)
        #expect(code { try table.charge(.max, to: registration, at: start) } == nil)
        #expect(code { try table.charge(.max, to: registration, at: start) } == nil)
    }

    @Test func `the bytes of an address are limited per second`() {
        let table = table { $0.perAddress.bytesPerSecond = 1_000 }
        let (registration, _) = table.open(from: attacker, at: start)
        let (other, _) = table.open(from: honest, at: start)
        #expect(
            code { try table.charge(1_500, to: registration, at: start) } == nil,
            "a long frame is not refused for being long"
        )
        #expect(code { try table.charge(1, to: registration, at: start) } == .rateExceeded)
        #expect(code { try table.charge(900, to: other, at: start) } == nil)
        #expect(code { try table.charge(1, to: registration, at: start + .milliseconds(501)) } == nil)
    }

    /// Otherwise a client that floods the relay would cause the eviction of all others.
    @Test func `where all together send too much, the largest sender is refused`() throws {
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

    @Test func `a single publisher may use the whole limit for all`() throws {
        let table = table { $0.all.bytesPerSecond = 10_000 }
        let (registration, _) = table.open(from: honest, at: start)
        try table.beginPublishing(registration)
        let codes = (0..<100).map { step in
            code { try table.charge(990, to: registration, at: start + .milliseconds(Int64(step) * 100)) }
        }
        #expect(codes.allSatisfy { $0 == nil })
    }

    // MARK: Before admission

    @Test func `clients of an address share one bucket until they are admitted`() {
        let table = table { _ in }
        let (registration, _) = table.open(from: attacker, at: start)
        let (other, _) = table.open(from: honest, at: start)
        #expect(table.takeControlTraffic(PeerAccount.controlTrafficBurst, from: registration, at: start))
        #expect(!table.takeControlTraffic(1, from: registration, at: start))
        #expect(table.takeControlTraffic(1, from: other, at: start))
        #expect(table.takeControlTraffic(1, from: registration, at: start + .milliseconds(1)))
    }

    @Test func `however much they send, the address is not blocked for longer than the floor says`() {
        let table = table { _ in }
        let (registration, _) = table.open(from: attacker, at: start)
        for _ in 0..<10 { _ = table.takeControlTraffic(.max, from: registration, at: start) }
        let floor = TimeAmount.seconds(Int64(TokenBucket.maximumDeficit))
        #expect(!table.takeControlTraffic(1, from: registration, at: start + floor))
        #expect(table.takeControlTraffic(1, from: registration, at: start + floor + .milliseconds(1)))
    }

    // MARK: Publishers of an address that has reached a limit

    /// Counts a publisher in on a connection that may do nothing else.
    private func publish(
        _ table: PeerTable,
        _ peer: SocketAddress
    ) -> (registration: PeerTable.Registration, refusal: ErrorCode?) {
        var (registration, decision) = table.open(from: peer, at: start)
        guard case .publishOnly = decision else { return (registration, .internalFault) }
        let refusal = code { try table.admit(&registration, nil, as: .publish, at: start) }
        return (registration, refusal)
    }

    @Test func `viewers that use all connections of an address leave room for its publishers`() throws {
        let table = table {
            $0.perAddress.connections = 2
            $0.perAddress.streams = 2
        }
        for _ in 0..<2 { _ = open(table, attacker) }
        let publishers = (0..<2).map { _ in publish(table, attacker) }
        #expect(publishers.map { $0.refusal } == [nil, nil])
        for (registration, _) in publishers { try table.beginPublishing(registration) }
        #expect(publish(table, attacker).refusal == .tooManyFromAddress, "as many as streams may be published")
        table.close(publishers[0].registration)
        #expect(publish(table, attacker).refusal == nil)
    }

    @Test func `a publisher beyond its address's limit counts with all others`() {
        let table = table {
            $0.perAddress.connections = 1
            $0.all.connections = 2
        }
        _ = open(table, attacker)
        #expect(publish(table, attacker).refusal == nil)
        #expect(open(table, honest) == .tooManyConnections)
        #expect(publish(table, attacker).refusal == .tooManyConnections)
    }

    @Test func `an address with an empty bucket has its own measure of checks and handshakes`() {
        let table = table { $0.perAddress.connections = 1 }
        _ = open(table, attacker)
        let (registration, _) = table.open(from: attacker, at: start)
        let checks = (0..<1_000).count { _ in table.takePublisherCheck(registration, at: start) }
        let handshakes = (0..<1_000).count { _ in table.takeTLSHandshake(registration, at: start) }
        #expect(checks == PeerAccount.publisherChecksPerSecond)
        #expect(handshakes == PeerAccount.handshakesPerSecond)
        #expect(table.takePublisherCheck(registration, at: start + .milliseconds(100)))
        #expect(table.takeTLSHandshake(registration, at: start + .milliseconds(100)))
    }

    // MARK: Housekeeping

    @Test func `refusals are reported once, with the worst`() {
        let table = table { $0.perAddress.connections = 1 }
        for _ in 0..<5 { _ = table.open(from: attacker, at: start) }
        for _ in 0..<2 { _ = table.open(from: honest, at: start) }
        let reports = [table.expire(at: start), table.expire(at: start)]
        #expect(reports == [.init(count: 5, mostFrequent: .ipv4(0x7F00_0003), mostFrequentCount: 4), .init()])
    }

    @Test func `an address that is forgotten starts again, and not before`() {
        let table = table {
            $0.perAddress.connections = 2
            $0.perAddress.connectionsPerSecond = 1
        }
        for _ in 0..<2 { table.close(table.open(from: attacker, at: start).0) }
        table.expire(at: start)
        #expect(open(table, attacker) == .connectingTooFast, "pruning must not refill the bucket")
        table.expire(at: start + .seconds(60))
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
