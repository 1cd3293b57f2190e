import Synchronization

/// The reserved descriptors of a relay's listeners, and who waits for free ones.
package final class ListenerDescriptors: Sendable {
    /// Reserved for refusing: so many waiting connections can be looked at together.
    package static let forRefusals = 8
    /// Reserved for the admin listener, and for settings that are read again: so many probes and scrapers are answered at
    /// a time while viewers have all other descriptors.
    package static let forAdmin = 8

    let refusals = DescriptorReserve()
    let admin = DescriptorReserve()
    /// Looked at whenever a connection closes, so it is not behind the lock.
    private let isAwaited = Atomic(false)
    private let resume = Mutex<(@Sendable () -> Void)?>(nil)

    /// Opens the reserves.
    func open() {
        refusals.open(Self.forRefusals)
        admin.open(Self.forAdmin)
    }

    /// The relay's listener has none left. Calls `resume` once, on any thread, when there are some again.
    func wait(_ resume: @escaping @Sendable () -> Void) {
        self.resume.withLock { $0 = resume }
        isAwaited.store(true, ordering: .sequentiallyConsistent)
    }

    /// A connection has closed.
    func closed() {
        guard isAwaited.load(ordering: .relaxed), refill() else { return }
        guard isAwaited.exchange(false, ordering: .sequentiallyConsistent) else { return }
        resume.withLock { $0.take() }?()
    }

    /// Fills the reserves, which come before new connections.
    ///
    /// - Returns: Whether they are full, so that a further descriptor may be free.
    func refill() -> Bool {
        let isAdminFull = admin.refill()
        return refusals.refill() && isAdminFull
    }
}
