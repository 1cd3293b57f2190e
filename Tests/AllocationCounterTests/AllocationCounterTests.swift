import AllocationCounter
import Dispatch
import Synchronization
import Testing

@Suite(.enabled(if: allocationsAreCounted(), "needs glibc, and no sanitizer"))
struct AllocationCounterTests {
    @Test func `an array is one allocation of its thread`() {
        // What the runtime makes on first use is made now.
        _ = Self.arrays(count: 1, length: 1)
        let before = allocationsOfThisThread()
        let arrays = Self.arrays(count: 100, length: 1000)
        let after = allocationsOfThisThread()
        #expect(after - before == 101)
        #expect(arrays.count == 100)
    }

    @Test func `nothing is counted where nothing is allocated`() {
        var numbers = [UInt64](repeating: 1, count: 1000)
        let before = allocationsOfThisThread()
        for index in 1..<numbers.count { numbers[index] &+= numbers[index - 1] }
        #expect(allocationsOfThisThread() == before)
        #expect(numbers.last == 1000)
    }

    @Test func `another thread's allocations count for it and for the program`() {
        let ofOther = Mutex<UInt64>(0)
        let isDone = DispatchSemaphore(value: 0)
        let everywhere = allocationsOfAllThreads()
        // This thread waits, so the work is another's.
        DispatchQueue(label: "other thread").async {
            _ = Self.arrays(count: 1, length: 1)
            let before = allocationsOfThisThread()
            let arrays = Self.arrays(count: 100_000, length: 8)
            ofOther.withLock { $0 = allocationsOfThisThread() - before }
            withExtendedLifetime(arrays) { _ = isDone.signal() }
        }
        let here = allocationsOfThisThread()
        isDone.wait()
        #expect(allocationsOfThisThread() == here)
        #expect(ofOther.withLock { $0 } == 100_001)
        #expect(allocationsOfAllThreads() - everywhere >= 100_001)
    }

    /// As many allocations as there are arrays, and one more for the array of them.
    @inline(never)
    private static func arrays(count: Int, length: Int) -> [[UInt8]] {
        var arrays: [[UInt8]] = []
        arrays.reserveCapacity(count)
        for index in 0..<count { arrays.append([UInt8](repeating: UInt8(truncatingIfNeeded: index), count: length)) }
        return arrays
    }
}
