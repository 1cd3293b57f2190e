import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

/// Networks of IPv6, tokens, and how many accounts there may be.
@Suite struct PeerNetworkTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private func table(
        maximumAccounts: Int = PeerTable.maximumAccounts,
        _ change: (inout RelayLimits) -> Void
    ) -> PeerTable {
        var limits = RelayLimits()
        change(&limits)
        return PeerTable(ConfigurationStore(limits: limits), now: start, maximumAccounts: maximumAccounts)
    }

    private func registration(_ table: PeerTable, _ address: String) throws -> PeerTable.Registration {
        table.open(from: try SocketAddress(ipAddress: address, port: 1), at: start).0
    }

    private func open(_ table: PeerTable, _ address: String) throws -> ErrorCode? {
        switch table.open(from: try SocketAddress(ipAddress: address, port: 1), at: start).1 {
        case .accepted: nil
        case .refused(let error), .dropped(let error), .publishOnly(let error, _): error.code
        }
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ProtocolError)?.code ?? .internalFault
        }
    }

    // MARK: Networks

    @Test func `ten thousand addresses of one site are limited together`() throws {
        let table = table { $0.perAddress.connections = 1_000 }
        let decisions = try (0..<10_000).map { number in
            try open(table, "2001:db8:1:\(String(number, radix: 16))::1")
        }
        #expect(decisions.count { $0 == nil } == 2_000)
        #expect(Set(decisions.compactMap(\.self)) == [.tooManyFromAddress])
        #expect(try open(table, "2001:db8:2::1") == nil, "the next site has its own")
        #expect(try open(table, "203.0.113.1") == nil)
    }

    @Test func `a home's network is limited before its site's`() throws {
        let table = table { $0.perAddress.connections = 10 }
        let home = try (0..<20).map { try open(table, "2001:db8:1:\(String($0, radix: 16))::1") }
        #expect(home.count { $0 == nil } == 15)
        let neighbour = try (0..<20).map { try open(table, "2001:db8:1:1\(String($0 + 16, radix: 16))::1") }
        #expect(neighbour.count { $0 == nil } == 5)
    }

    @Test func `a refused address uses nothing of its network's rate`() throws {
        let table = table {
            $0.perAddress.connections = 2
            $0.perAddress.connectionsPerSecond = 1
        }
        for _ in 0..<100 { table.close(try registration(table, "2001:db8::1")) }
        #expect(try open(table, "2001:db8:0:1::1") == nil)
    }

    @Test func `streams are counted for networks as well`() throws {
        let table = table { $0.perAddress.streams = 2 }
        let codes = try (0..<5).map { number in
            let registration = try registration(table, "2001:db8:0:\(number)::1")
            return code { try table.beginPublishing(registration) }
        }
        #expect(codes == [nil, nil, nil, .tooManyFromAddress, .tooManyFromAddress])
    }

    @Test func `accounts of networks are given back and forgotten`() throws {
        let table = table { $0.perAddress.connections = 2 }
        for round in 0..<3 as Range<Int64> {
            let now = start + .seconds(10 * round)
            let registrations = try (0..<3).map { number in
                table.open(from: try SocketAddress(ipAddress: "2001:db8:0:\(number)::1", port: 1), at: now)
            }
            #expect(registrations.map { $0.1 } == [.accepted, .accepted, .accepted])
            #expect(table.accountCount == 5)
            for (registration, _) in registrations { table.close(registration) }
            table.expire(at: now + .seconds(9))
            #expect(table.accountCount == 0)
        }
    }

    // MARK: Memory

    @Test func `the number of accounts is bounded`() throws {
        let table = table(maximumAccounts: 100) { _ in }
        let decisions = try (0..<200).map { try open(table, "10.0.0.\($0)") }
        #expect(decisions.count { $0 == nil } == 100)
        #expect(Set(decisions.compactMap(\.self)) == [.tooManyConnections])
        #expect(table.accountCount == 100)
        #expect(try open(table, "10.0.0.1") == nil, "an address that is known goes on")
    }

    @Test func `an address of a full network gets no account`() throws {
        let table = table { $0.perAddress.connections = 1 }
        for number in 0..<100 { _ = try open(table, "2001:db8:1:\(String(number, radix: 16))::1") }
        #expect(table.accountCount == 3, "one address, and its two networks")
    }

    // MARK: Tokens

    private func sharedLimits(_ limits: TokenLimits, _ identity: String = "guests") -> Permissions.SharedLimits {
        Permissions.SharedLimits(identity: identity, limits: limits)
    }

    private func admit(
        _ table: PeerTable,
        _ address: String,
        _ sharedLimits: Permissions.SharedLimits?,
        as role: Hello.Role = .subscribe
    ) throws -> (registration: PeerTable.Registration, refusal: ErrorCode?) {
        var registration = try registration(table, address)
        let refusal = code { try table.admit(&registration, sharedLimits, as: role, at: start) }
        return (registration, refusal)
    }

    @Test func `a token's connections are counted wherever they come from`() throws {
        let table = table { _ in }
        let guests = sharedLimits(TokenLimits(connections: 2))
        let first = try admit(table, "203.0.113.1", guests)
        #expect(first.refusal == nil)
        #expect(try admit(table, "203.0.113.2", guests, as: .publish).refusal == nil)
        #expect(try admit(table, "203.0.113.3", guests).refusal == .tooManyFromAddress)
        #expect(try admit(table, "203.0.113.3", sharedLimits(TokenLimits(connections: 2), "others")).refusal == nil)
        #expect(try admit(table, "203.0.113.3", nil).refusal == nil)
        table.close(first.registration)
        #expect(try admit(table, "203.0.113.3", guests).refusal == nil)
    }

    @Test func `a token's viewers are counted apart from its publishers`() throws {
        let table = table { _ in }
        let guests = sharedLimits(TokenLimits(viewers: 1))
        let first = try admit(table, "203.0.113.1", guests)
        #expect(try admit(table, "203.0.113.1", guests).refusal == .tooManyFromAddress)
        #expect(try admit(table, "203.0.113.1", guests, as: .publish).refusal == nil)
        table.close(first.registration)
        #expect(try admit(table, "203.0.113.1", guests).refusal == nil)
    }

    @Test func `a token's streams are counted, also those that are waited for`() throws {
        let table = table { _ in }
        let (registration, _) = try admit(table, "203.0.113.1", sharedLimits(TokenLimits(streams: 1)), as: .publish)
        #expect(code { try table.beginPublishing(registration) } == nil)
        #expect(code { try table.beginPublishing(registration) } == .tooManyFromAddress)
        #expect(code { try table.beginWaiting(registration) } == nil)
        #expect(code { try table.beginWaiting(registration) } == .tooManyFromAddress)
        table.endPublishing(registration)
        table.endWaiting(registration)
        #expect(code { try table.beginPublishing(registration) } == nil)
    }

    @Test func `a token's bytes are counted where the relay sets no bound`() throws {
        let table = table { _ in }
        let guests = sharedLimits(TokenLimits(bytesPerSecond: 1_000))
        let registrations = try ["203.0.113.1", "203.0.113.2"].map {
            try admit(table, $0, guests, as: .publish).registration
        }
        #expect(code { try table.charge(1_500, to: registrations[0], at: start) } == nil)
        #expect(code { try table.charge(1, to: registrations[1], at: start) } == .rateExceeded)
        #expect(code { try table.charge(1, to: registrations[1], at: start + .milliseconds(501)) } == nil)
        let (other, _) = try admit(table, "203.0.113.1", nil, as: .publish)
        #expect(code { try table.charge(.max, to: other, at: start) } == nil)
    }

    @Test func `a token that is no longer used is forgotten when its bucket is full`() throws {
        let table = table { _ in }
        let (registration, _) = try admit(
            table,
            "203.0.113.1",
            sharedLimits(TokenLimits(bytesPerSecond: 1_000)),
            as: .publish
        )
        try table.charge(1_500, to: registration, at: start)
        table.close(registration)
        table.expire(at: start + .seconds(1))
        #expect(table.accountCount == 1)
        table.expire(at: start + .seconds(2))
        #expect(table.accountCount == 0)
    }

    @Test func `a connection without an address has only the limits for all`() throws {
        let table = table {
            $0.perAddress.connections = 1
            $0.all.connections = 2
        }
        let registrations = (0..<3).map { _ in table.openForProxy(at: start) }
        #expect(registrations.prefix(2).map { $0.1 } == [.accepted, .accepted])
        guard case .refused = registrations[2].1 else {
            Issue.record("not refused")
            return
        }
        for (registration, _) in registrations { table.close(registration) }
        #expect(table.accountCount == 0)
    }
}
