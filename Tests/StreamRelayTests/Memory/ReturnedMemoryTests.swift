import AllocationCounter
import NIOCore
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@testable import StreamRelay

@Suite struct HeapTrimPolicyTests {
    private static let megabyte = 1024 * 1024
    private static let repetition = HeapTrimPolicy.checksUntilRepetition
    private var policy = HeapTrimPolicy()

    /// The checks at which memory is returned, for these megabytes of the process and megabytes that the budget counts.
    private mutating func checks(_ anonymous: [Int], counted: [Int] = []) -> [Int] {
        anonymous.indices.filter { index in
            let counted = counted.isEmpty ? 0 : counted[index]
            return policy.update(anonymous: anonymous[index] * Self.megabyte, counted: counted * Self.megabyte)
        }
    }

    @Test mutating func `memory is returned when the process keeps much of what has become free`() {
        #expect(checks([120, 120], counted: [100, 93]) == [], "7 MB are little")
        #expect(checks([120], counted: [92]) == [0])
    }

    @Test mutating func `a process with much memory returns it when a sixteenth has become free`() {
        #expect(checks([1_600, 1_600, 1_600], counted: [1_500, 1_401, 1_500]) == [], "99 MB of 1,600 are little")
        #expect(checks([1_600], counted: [1_400]) == [0])
    }

    @Test mutating func `memory that the budget never counted is returned as well`() {
        #expect(checks([50, 57]) == [])
        #expect(checks([58]) == [0])
    }

    @Test mutating func `memory is returned when much was freed, although the process had more than was counted`() {
        #expect(checks([20, 100, 40], counted: [2, 62, 2]) == [1, 2])
    }

    @Test mutating func `growth that the budget counts is in use`() {
        #expect(checks([50, 150, 400], counted: [10, 110, 360]) == [])
    }

    @Test mutating func `memory that cannot be returned is not tried again and again`() {
        let expected = [1, 1 + Self.repetition]
        #expect(checks([50, 200] + Array(repeating: 200, count: 3 * Self.repetition)) == expected)
    }

    @Test mutating func `what becomes free little by little after that is returned later, once`() {
        let anonymous = [300, 300] + Array(repeating: 40, count: Self.repetition) + [40, 40]
        let counted = [270, 20] + Array(repeating: 14, count: Self.repetition) + [14, 14]
        #expect(checks(anonymous, counted: counted) == [1, 1 + Self.repetition])
    }

    @Test mutating func `a further large amount is returned at once, and delays the repetition`() {
        let expected = [1, 3, 3 + Self.repetition]
        #expect(checks([50, 150, 50, 150] + Array(repeating: 50, count: 2 * Self.repetition)) == expected)
    }

    @Test mutating func `a relay whose use rises and falls by little returns nothing`() {
        #expect(checks((0..<100).map { 100 + $0 % 7 }) == [])
    }
}

#if canImport(Glibc)
    @Suite struct ThreadCacheTests {
        @Test(.enabled(if: allocationsAreCounted(), "a sanitizer has a heap of its own"))
        func `a thread's freed blocks go back to the heap`() {
            /// The blocks that the heap gives next. Freed in the order of their addresses, so that a thread's cache, which
            /// is a stack, gives them in the reverse order. The heap joins neighbours, and gives them in this order.
            func nextBlocks() -> [UInt] {
                let blocks = (0..<7).map { _ in UInt(bitPattern: malloc(1_000)) }
                defer { for block in blocks.sorted() { free(UnsafeMutableRawPointer(bitPattern: block)) } }
                return blocks
            }
            // So many that the heap has no free block of this size left, with which it would fill the cache.
            let others = (0..<10_000).map { _ in malloc(1_000) }
            defer { for block in others { free(block) } }
            let cached = nextBlocks().sorted().reversed()
            #expect(nextBlocks() == Array(cached), "the thread has them again")
            SystemMemory.renewThreadCache()
            #expect(nextBlocks() != Array(cached))
        }
    }
#endif

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
