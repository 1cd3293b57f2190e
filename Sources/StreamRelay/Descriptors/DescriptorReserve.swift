import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// File descriptors that are held open and not used. When the process has no others, one is closed so that a single
/// connection can be accepted in its place.
package final class DescriptorReserve: Sendable {
    private struct State {
        /// How many are held while none is released.
        var capacity = 0
        var held: [CInt] = []
    }

    private let state = Mutex(State())

    package init() {}

    deinit {
        state.withLock { state in for descriptor in state.held { close(descriptor) } }
    }

    /// Opens the reserve. Where the system gives fewer than `count`, the reserve is that much smaller.
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

    /// Opens again what was released.
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
    package func lend<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        _ = release()
        defer { refill() }
        return try body()
    }

    /// How many are held now.
    var count: Int { state.withLock { $0.held.count } }

    private static func fill(_ state: inout State) {
        while state.held.count < state.capacity {
            guard let descriptor = makeDescriptor() else { return }
            state.held.append(descriptor)
        }
    }

    /// A socket that is connected to nothing: unlike a file, it needs nothing that a container may lack.
    private static func makeDescriptor() -> CInt? {
        #if canImport(Glibc)
            let datagram = CInt(SOCK_DGRAM.rawValue)
        #else
            let datagram = SOCK_DGRAM
        #endif
        let descriptor = socket(AF_UNIX, datagram, 0)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }
}
