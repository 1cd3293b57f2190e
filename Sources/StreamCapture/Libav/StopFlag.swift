import Synchronization

/// Tells the threads of a capture to end; once set it stays so.
///
/// libav's blocking calls ask it too, many times a second.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
        flag.store(true, ordering: .relaxed)
    }
}
