import NIOPosix
import Synchronization

/// Makes the C library return memory to the system after much of the budget has become free.
final class HeapTrimmer: Sendable {
    /// Bytes that must have become free. Returning memory takes the heap's locks for milliseconds.
    static let minimumFreed = 16 * 1024 * 1024

    private let highest = Atomic(0)

    /// Notes the bytes in use. Called about once a second, from one thread at a time.
    func update(at used: Int) {
        let highest = highest.load(ordering: .relaxed)
        guard highest - used >= Self.minimumFreed else {
            self.highest.store(max(highest, used), ordering: .relaxed)
            return
        }
        self.highest.store(used, ordering: .relaxed)
        NIOThreadPool.singleton.submit { _ in SystemMemory.trimHeap() }
    }
}
