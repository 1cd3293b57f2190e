/// A value that threads read and change without a lock of their own, with the operations of the standard library's
/// `Atomic` that this package uses: it takes the place of `Atomic` on Apple's systems.
///
/// A lock protects the value, which orders all operations; so it needs no memory orderings, and takes them only because
/// `Atomic` does. It is compiled everywhere, so that tests cover it on Linux.
package final class SystemAtomic<Value: Sendable>: Sendable {
    /// The memory orderings that `Atomic` distinguishes.
    package enum Ordering {
        case relaxed, sequentiallyConsistent
    }

    private let value: SystemMutex<Value>

    package init(_ value: Value) {
        self.value = SystemMutex(value)
    }

    package func load(ordering: Ordering) -> Value {
        value.withLock { $0 }
    }

    package func store(_ new: Value, ordering: Ordering) {
        value.withLock { $0 = new }
    }

    /// - Returns: The value before.
    package func exchange(_ new: Value, ordering: Ordering) -> Value {
        value.withLock { value in
            let old = value
            value = new
            return old
        }
    }
}

extension SystemAtomic where Value: Equatable {
    /// Stores `desired` if the value is `expected`.
    ///
    /// - Returns: Whether it was, and the value before.
    package func weakCompareExchange(
        expected: Value,
        desired: Value,
        ordering: Ordering
    ) -> (exchanged: Bool, original: Value) {
        value.withLock { value in
            let old = value
            if old == expected { value = desired }
            return (old == expected, old)
        }
    }
}

extension SystemAtomic where Value: FixedWidthInteger {
    /// Adds without overflow, which stops the program.
    @discardableResult
    package func add(_ operand: Value, ordering: Ordering) -> (oldValue: Value, newValue: Value) {
        change { $0 + operand }
    }

    /// Subtracts without overflow, which stops the program.
    @discardableResult
    package func subtract(_ operand: Value, ordering: Ordering) -> (oldValue: Value, newValue: Value) {
        change { $0 - operand }
    }

    /// Adds; an overflow wraps around.
    @discardableResult
    package func wrappingAdd(_ operand: Value, ordering: Ordering) -> (oldValue: Value, newValue: Value) {
        change { $0 &+ operand }
    }

    private func change(_ new: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
        value.withLock { value in
            let old = value
            value = new(old)
            return (old, value)
        }
    }
}
