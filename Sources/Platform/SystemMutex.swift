/// A value behind a lock, as `Mutex` of the standard library, but made of the C library's lock: it takes the place of
/// `Mutex` on Apple's systems.
///
/// It is compiled everywhere, so that tests cover it on Linux.
package final class SystemMutex<Value>: @unchecked Sendable {
    // `value` is accessed only with the lock held. The lock is allocated, so that it never moves.
    private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ value: sending Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Calls `body` with the lock held. `body` must not take the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
