#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread for work that blocks: libav's calls do, and tasks must not.
enum WorkerThread {
    /// Linux shows this many bytes of a thread's name.
    private static let longestName = 15

    private final class Work {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Runs `body` on a thread of its own.
    ///
    /// - Parameter name: As `top -H` and debuggers show it.
    /// - Throws: ``CaptureError`` where the system has no more threads.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(CaptureError) {
        let work = Unmanaged.passRetained(Work(name: name, body: body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let result = pthread_create(&thread, nil, { Self.run($0) }, work.toOpaque())
        guard result == 0 else {
            work.release()
            throw CaptureError(.unavailable, "The system has no thread left for the \(name); close other programs.")
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }

    #if canImport(Glibc) || canImport(Musl)
        private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            guard let argument else { return nil }
            let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
            setName(String(work.name.prefix(longestName)))
            work.body()
            return nil
        }

        private static func setName(_ name: String) {
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            _ = write(file, name, name.utf8.count)
            close(file)
        }
    #else
        private static func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
            Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
            return nil
        }
    #endif
}
