import NIOCore
import NIOPosix
import Platform

/// Makes the C library return freed memory to the system.
final class HeapTrimmer: Sendable {
    private let policy = Mutex(HeapTrimPolicy())

    /// Looks at the memory of the process. Called about once a second.
    ///
    /// - Parameters:
    ///   - counted: Bytes in use that the budget has counted.
    ///   - eventLoops: The threads that allocate most.
    func update(counted: Int, on eventLoops: [any EventLoop]) {
        guard let first = eventLoops.first, let anonymous = SystemMemory.anonymous,
            policy.withLock({ $0.update(anonymous: anonymous, counted: counted) })
        else { return }
        let renewals = eventLoops.map { $0.submit { SystemMemory.renewThreadCache() } }
        EventLoopFuture.andAllComplete(renewals, on: first).whenComplete { _ in
            NIOThreadPool.singleton.submit { _ in SystemMemory.trimHeap() }
        }
    }
}

/// Decides when freed memory is returned to the system.
///
/// What was freed is known in part: the budget counts less than before. Other memory that the process has and the budget
/// does not count is either in use, such as tables, or was freed and kept by the C library. The policy cannot tell one from
/// the other, so it also returns memory when there is much more of it than after the last time.
struct HeapTrimPolicy {
    /// Bytes of either that are worth it. Returning memory takes the heap's locks for milliseconds.
    static let minimumFreed = 8 * 1024 * 1024
    /// The least share of the process's memory that is worth it: one part of so many. The logs of hundreds of streams
    /// rise and fall by more than ``minimumFreed`` every second, and would get the returned pages back from the system.
    static let minimumShare = 16
    /// Checks after which freed memory is returned once more. Streams and their tables, which no budget counts, are
    /// released up to ten seconds after the frames, and the last of them are less than ``minimumFreed``.
    static let checksUntilRepetition = 15

    /// The most bytes that the budget counted since memory was last returned.
    private var highestCounted = 0
    /// The least bytes that it did not count; `nil` just after memory was returned.
    private var lowestUncounted: Int?
    /// Checks until memory is returned once more; `nil` if that is not due.
    private var checksLeft: Int?

    /// Looks at the memory of the process.
    ///
    /// - Parameters:
    ///   - anonymous: Bytes that the process has and that are no file's: the heap and stacks.
    ///   - counted: Bytes in use that the budget has counted.
    /// - Returns: Whether to return memory now.
    mutating func update(anonymous: Int, counted: Int) -> Bool {
        let uncounted = anonymous - counted
        let lowest = min(lowestUncounted ?? uncounted, uncounted)
        lowestUncounted = lowest
        highestCounted = max(highestCounted, counted)
        let worth = max(Self.minimumFreed, anonymous / Self.minimumShare)
        if highestCounted - counted >= worth || uncounted - lowest >= worth {
            checksLeft = Self.checksUntilRepetition
        } else {
            guard let left = checksLeft else { return false }
            checksLeft = left > 1 ? left - 1 : nil
            guard left == 1 else { return false }
        }
        highestCounted = counted
        lowestUncounted = nil
        return true
    }
}
