import Platform
import Testing

/// The locks and atomic values for Apple's systems, which nothing else uses on Linux.
@Suite struct LockTests {
    @Test func `a lock lets one thread in at a time`() async {
        let mutex = SystemMutex([Int: Int]())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for number in 0..<2_000 { mutex.withLock { $0[number % 10, default: 0] += 1 } } }
            }
        }
        #expect(mutex.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, 800) }))
    }

    @Test func `a lock is free again after an error`() {
        struct Refusal: Error {}
        let mutex = SystemMutex(1)
        #expect(throws: Refusal.self) { try mutex.withLock { (_: inout Int) throws(Refusal) in throw Refusal() } }
        #expect(mutex.withLock { $0 } == 1)
    }

    @Test func `a lock destroys its value with itself`() {
        final class Value: Sendable {}
        weak var released: Value?
        do {
            let value = Value()
            released = value
            let mutex = SystemMutex(value)
            #expect(mutex.withLock { $0 === value })
        }
        #expect(released == nil)
    }

    @Test func `an atomic value counts the additions of all threads`() async {
        let count = SystemAtomic(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { for _ in 0..<2_000 { count.add(1, ordering: .relaxed) } } }
        }
        #expect(count.load(ordering: .relaxed) == 8_000)
    }

    /// The same operations give the same results as with the standard library's type.
    @Test func `an atomic value has the operations of the standard library's`() {
        let ours = SystemAtomic<UInt8>(250)
        let theirs = Atomic<UInt8>(250)
        #expect(ours.add(5, ordering: .relaxed) == theirs.add(5, ordering: .relaxed))
        #expect(ours.wrappingAdd(2, ordering: .relaxed) == theirs.wrappingAdd(2, ordering: .relaxed))
        #expect(ours.subtract(1, ordering: .relaxed) == theirs.subtract(1, ordering: .relaxed))
        #expect(
            ours.exchange(7, ordering: .sequentiallyConsistent) == theirs.exchange(7, ordering: .sequentiallyConsistent)
        )
        #expect(
            ours.weakCompareExchange(expected: 8, desired: 9, ordering: .relaxed)
                == theirs.weakCompareExchange(expected: 8, desired: 9, ordering: .relaxed)
        )
        #expect(ours.load(ordering: .relaxed) == 7)
        #expect(ours.weakCompareExchange(expected: 7, desired: 9, ordering: .relaxed) == (true, 7))
        ours.store(ours.load(ordering: .relaxed) + 1, ordering: .sequentiallyConsistent)
        #expect(ours.load(ordering: .relaxed) == 10)
    }
}
