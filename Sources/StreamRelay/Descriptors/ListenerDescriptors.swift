import Platform

/// The reserved descriptors of a relay's listeners, those that pulls will need, and the listener that waits for free ones.
package final class ListenerDescriptors: Sendable {
    /// Descriptors for refusals: the relay looks at this many waiting connections together.
    package static let forRefusals = 8
    /// Descriptors for the admin listener, and for settings that are read again: the relay answers this many probes and
    /// scrapers at a time while viewers have all other descriptors.
    package static let forAdmin = 8

    /// Descriptors of an attempt to connect: a name may have addresses of both versions of IP, which are tried at once.
    static let perAttempt = 2
    /// Descriptors that an attempt to connect leaves free. A listener leaves at least four: it finds one less than
    /// ``FreeDescriptors/least``, and accepts three more until it stops. With that of the lost connection, an attempt
    /// never waits for a listener.
    static let leastForAttempts = 3

    let refusals = DescriptorReserve()
    let admin = DescriptorReserve()
    /// Read whenever a connection closes, so it is not behind the lock.
    private let isAwaited = Atomic(false)
    /// Pulls without a connection.
    let unconnectedPulls = Atomic(0)
    /// How many of them try to connect at this moment.
    let attempts = Mutex(0)
    private let resume = Mutex<(@Sendable () -> Void)?>(nil)

    /// Opens the reserves.
    func open() {
        refusals.open(Self.forRefusals)
        admin.open(Self.forAdmin)
    }

    /// So many more pulls have to connect, or fewer.
    func addUnconnectedPulls(_ count: Int) { unconnectedPulls.add(count, ordering: .relaxed) }

    /// Whether listeners must leave those that are free to pulls and to the rest of the process. Once another relay is
    /// back, all pulls from it connect.
    var areFew: Bool { areFew(for: 0) }

    /// Whether `count` more pulls would take descriptors that others need.
    func areFew(for count: Int) -> Bool {
        FreeDescriptors.areFew(besides: Self.perAttempt * (unconnectedPulls.load(ordering: .relaxed) + count))
    }

    /// A pull is about to connect.
    ///
    /// - Returns: `false` if it must wait; else it calls ``endAttempt()`` once it has connected, or has failed to.
    func beginAttempt() -> Bool {
        attempts.withLock { attempts in
            // Those of the attempts that are under way may not be open yet.
            let count = Self.leastForAttempts + Self.perAttempt * (attempts + 1)
            guard !FreeDescriptors.areFewer(than: count, limit: ResourceLimit.descriptors.current) else { return false }
            attempts += 1
            return true
        }
    }

    func endAttempt() { attempts.withLock { $0 -= 1 } }

    /// The relay's listener has no descriptors left. Calls `resume` once, on any thread, when there are some again.
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

    /// Fills the reserves, which have priority over new connections.
    ///
    /// - Returns: Whether they are full, and there are descriptors for new connections.
    func refill() -> Bool {
        let isAdminFull = admin.refill()
        return refusals.refill() && isAdminFull && !areFew
    }
}
