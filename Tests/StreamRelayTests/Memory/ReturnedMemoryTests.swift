import NIOCore
import Testing

@testable import StreamRelay

@Suite struct HeapTrimPolicyTests {
    private static let megabyte = 1024 * 1024
    private static let repetition = HeapTrimPolicy.checksUntilRepetition
    private var policy = HeapTrimPolicy()

    /// The checks at which memory is returned, for these megabytes in use.
    private mutating func checks(_ used: [Int]) -> [Int] {
        used.indices.filter { policy.update(at: used[$0] * Self.megabyte) }
    }

    @Test mutating func `memory is returned when much of it has become free`() {
        #expect(checks([100, 120, 105]) == [], "15 MB are little")
        #expect(checks([104]) == [0])
    }

    @Test mutating func `what becomes free little by little after that is returned later, once`() {
        #expect(checks([300, 20] + Array(repeating: 5, count: 3 * Self.repetition)) == [1, 1 + Self.repetition])
        #expect(checks([20, 5]) == [], "the repetition does not repeat itself")
    }

    @Test mutating func `a further large amount is returned at once, and delays the repetition`() {
        let expected = [1, 3, 3 + Self.repetition]
        #expect(checks([300, 200, 200, 100] + Array(repeating: 100, count: 2 * Self.repetition)) == expected)
    }

    @Test mutating func `a relay whose use rises and falls by little returns nothing`() {
        #expect(checks((0..<100).map { 100 + $0 % 10 }) == [])
    }
}

@Suite struct DictionaryShrinkTests {
    @Test func `room for removed keys is released`() {
        var table = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ($0, $0) })
        for key in 10..<100_000 { table[key] = nil }
        #expect(table.capacity >= 100_000)
        table.shrink()
        #expect(table.capacity < 100)
        #expect(table == Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, $0) }))
    }

    @Test func `a dictionary that is used or small keeps its room`() {
        var used = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ($0, $0) })
        for key in 60_000..<100_000 { used[key] = nil }
        var small = Dictionary(uniqueKeysWithValues: (0..<500).map { ($0, $0) })
        small = small.filter { $0.key < 0 }
        small.reserveCapacity(500)
        let capacities = [used.capacity, small.capacity]
        used.shrink()
        small.shrink()
        #expect([used.capacity, small.capacity] == capacities)
    }

    @Test func `accounts of a flood from many addresses release their memory`() throws {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        var limits = RelayLimits()
        limits.all.connectionsPerSecond = 1_000_000
        limits.all.connections = 1_000_000
        let table = PeerTable(ConfigurationStore(limits: limits), now: start)
        for number in 0..<10_000 {
            let address = try SocketAddress(ipAddress: "10.0.\(number >> 8).\(number & 255)", port: 1)
            table.close(table.open(from: address, at: start).0)
        }
        #expect(table.accountCount == 10_000)
        #expect(table.accountCapacity >= 10_000)
        table.expire(at: start + .minutes(10))
        #expect(table.accountCount == 0)
        #expect(table.accountCapacity < 1_000)
    }
}
