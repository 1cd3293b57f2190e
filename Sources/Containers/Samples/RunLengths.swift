/// A list of values of which many in a row are equal, as in `stts` and `ctts` boxes.
struct RunLengths<Value: Hashable & Sendable>: Hashable, Sendable {
    struct Run: Hashable, Sendable {
        var value: Value
        /// At least 1.
        var count: UInt32
    }

    private(set) var runs: [Run] = []
    /// How many values there are.
    private(set) var count = 0

    /// Appends a value `repetitions` times.
    mutating func append(_ value: Value, repetitions: UInt32 = 1) {
        guard repetitions > 0 else { return }
        count += Int(repetitions)
        if let last = runs.indices.last, runs[last].value == value {
            let (sum, overflow) = runs[last].count.addingReportingOverflow(repetitions)
            if !overflow {
                runs[last].count = sum
                return
            }
        }
        runs.append(Run(value: value, count: repetitions))
    }

    /// A position in the list.
    struct Cursor: Hashable, Sendable {
        private var run = 0
        private var used: UInt32 = 0

        /// The next value; `nil` at the end.
        mutating func next(in list: RunLengths) -> Value? {
            guard run < list.runs.count else { return nil }
            let current = list.runs[run]
            used += 1
            if used == current.count {
                run += 1
                used = 0
            }
            return current.value
        }
    }
}
