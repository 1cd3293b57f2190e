import NIOPosix
import Synchronization

/// Has the C library give memory back to the system after much of the budget has become free.
final class MemoryReturns: Sendable {
    /// Bytes that must have become free: giving back takes the heap's locks for milliseconds.
    static let worthwhile = 16 * 1024 * 1024

    private let highest = Atomic(0)

    /// Looks at the bytes in use; to be called about once a second, from one thread at a time.
    func look(at used: Int) {
        let highest = highest.load(ordering: .relaxed)
        guard highest - used >= Self.worthwhile else {
            self.highest.store(max(highest, used), ordering: .relaxed)
            return
        }
        self.highest.store(used, ordering: .relaxed)
        NIOThreadPool.singleton.submit { _ in SystemMemory.giveBack() }
    }
}
