import NIOPosix
import Platform

/// Makes the C library return freed memory to the system.
final class HeapTrimmer: Sendable {
    private let policy = Mutex(HeapTrimPolicy())

    /// Notes the bytes in use. Called about once a second.
    func update(at used: Int) {
        guard policy.withLock({ $0.update(at: used) }) else { return }
        NIOThreadPool.singleton.submit { _ in SystemMemory.trimHeap() }
    }
}

/// Decides when freed memory is returned to the system.
struct HeapTrimPolicy {
    /// Bytes that must have become free. Returning memory takes the heap's locks for milliseconds.
    static let minimumFreed = 16 * 1024 * 1024
    /// Checks after which freed memory is returned once more. Streams and their tables, which no budget counts, are
    /// released up to ten seconds after the frames, and the last of them are less than ``minimumFreed``.
    static let checksUntilRepetition = 15

    /// The most bytes in use since memory was last returned.
    private var highest = 0
    /// Checks until memory is returned once more; `nil` if that is not due.
    private var checksLeft: Int?

    /// Notes the bytes in use.
    ///
    /// - Returns: Whether to return memory now.
    mutating func update(at used: Int) -> Bool {
        highest = max(highest, used)
        if highest - used >= Self.minimumFreed {
            checksLeft = Self.checksUntilRepetition
        } else {
            guard let left = checksLeft else { return false }
            checksLeft = left > 1 ? left - 1 : nil
            guard left == 1 else { return false }
        }
        highest = used
        return true
    }
}
