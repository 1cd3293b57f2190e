import Platform

/// File descriptors that are held open and not used. When the process has no others, one is closed so that a connection
/// can be accepted with it.
package final class DescriptorReserve: Sendable {
    private struct State {
        /// The number of descriptors to hold.
        var capacity = 0
        var held: [CInt] = []
    }

    private let state = Mutex(State())

    package init() {}

    deinit {
        state.withLock { state in for descriptor in state.held { close(descriptor) } }
    }

    /// Opens the reserve. If the system gives fewer than `count`, the reserve is smaller.
    package func open(_ count: Int) {
        state.withLock { state in
            state.capacity = count
            Self.fill(&state)
            state.capacity = state.held.count
        }
    }

    /// Closes one of the descriptors.
    ///
    /// - Returns: `false` where all are released.
    package func release() -> Bool {
        state.withLock { state in
            guard let descriptor = state.held.popLast() else { return false }
            close(descriptor)
            return true
        }
    }

    /// Opens the released descriptors again, as far as enough others stay free.
    ///
    /// - Returns: Whether all are held again.
    @discardableResult
    package func refill() -> Bool {
        state.withLock { state in
            Self.fill(&state)
            return state.held.count == state.capacity
        }
    }

    /// Releases one while `body` opens a file.
    package func withReleasedDescriptor<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        _ = release()
        defer { refill() }
        return try body()
    }

    /// The number of descriptors that are held now.
    var count: Int { state.withLock { $0.held.count } }

    private static func fill(_ state: inout State) {
        while state.held.count < state.capacity, FreeDescriptors.areSpare {
            guard let descriptor = makeDescriptor() else { return }
            state.held.append(descriptor)
        }
    }

    /// A socket that is connected to nothing: unlike a file, it needs nothing that a container may lack.
    private static func makeDescriptor() -> CInt? {
        let descriptor = socket(AF_UNIX, SocketKind.datagram, 0)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }
}
