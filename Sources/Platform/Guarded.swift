/// A value behind a lock, and a condition on which threads wait until the value is as they need it.
///
/// It blocks threads, so tasks must not use it.
package final class Guarded<Value>: @unchecked Sendable {
    // `value` is accessed only with the lock held. The lock and the condition are allocated, so that they never move.
    private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>

    package init(_ value: Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(lock, nil)
        #if canImport(Darwin)
            pthread_cond_init(changed, nil)
        #else
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(changed, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    /// Changes the value and wakes the threads that wait.
    @discardableResult
    package func change<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(lock)
        }
        return body(&value)
    }

    /// Changes the value without waking threads: for what no thread waits for.
    package func access<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }

    /// Waits until `attempt`, which may change the value, returns a result. It is called once at first, again after
    /// every change, and at the time that it sets itself.
    ///
    /// - Parameter attempt: Its second argument is the time of the next call at the latest, in microseconds of the
    ///   monotonic clock; `nil` waits for a change.
    package func wait<Result>(_ attempt: (inout Value, _ deadline: inout Int64?) -> Result?) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            var deadline: Int64?
            if let result = attempt(&value, &deadline) {
                pthread_cond_broadcast(changed)
                return result
            }
            if let deadline { wait(until: deadline) } else { pthread_cond_wait(changed, lock) }
        }
    }

    /// Waits until `attempt`, which may change the value, returns a result. It is called once at first, and again after
    /// every change.
    ///
    /// - Parameter microseconds: The longest time to wait; `nil` waits without a limit.
    /// - Returns: The result of `attempt`; `nil` when the time is over.
    package func wait<Result>(atMost microseconds: Int64? = nil, until attempt: (inout Value) -> Result?) -> Result? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        let deadline = microseconds.map { SystemClock.monotonicTime + max(0, $0) }
        while true {
            if let result = attempt(&value) {
                pthread_cond_broadcast(changed)
                return result
            }
            guard let deadline else {
                pthread_cond_wait(changed, lock)
                continue
            }
            guard SystemClock.monotonicTime < deadline else { return nil }
            wait(until: deadline)
        }
    }

    /// Waits for a change, at most until a time of the monotonic clock. The lock is held.
    private func wait(until deadline: Int64) {
        #if canImport(Darwin)
            var left = timespec(microseconds: max(0, deadline - SystemClock.monotonicTime))
            pthread_cond_timedwait_relative_np(changed, lock, &left)
        #else
            var end = timespec(microseconds: max(0, deadline))
            pthread_cond_timedwait(changed, lock, &end)
        #endif
    }
}

extension timespec {
    fileprivate init(microseconds: Int64) {
        self.init(tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
    }
}
