import Synchronization

/// The memory of one message, counted from when it is in a log until the last one lets go of it, who may be a viewer
/// that has not taken it yet.
final class MemoryCharge: Sendable {
    let bytes: Int
    private let budget: MemoryBudget
    private let isInLog = Atomic(true)

    /// Counts `bytes` as the logs'.
    init(_ bytes: Int, in budget: MemoryBudget) {
        self.bytes = bytes
        self.budget = budget
        budget.add(bytes, to: .logs)
    }

    /// The log has dropped the message: if somebody still has it, then for viewers.
    func leaveLog() {
        guard isInLog.exchange(false, ordering: .relaxed) else { return }
        budget.add(-bytes, to: .logs)
        budget.add(bytes, to: .viewers)
    }

    deinit {
        budget.add(-bytes, to: isInLog.load(ordering: .relaxed) ? .logs : .viewers)
    }
}
