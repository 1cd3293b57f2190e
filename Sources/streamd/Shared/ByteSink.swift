import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file or pipe that bytes are written to, on a thread that may wait: a slow reader at the other end of a pipe is
/// felt by who calls ``write(_:)``.
struct ByteSink: Sendable {
    /// Whoever read the other end of the pipe has had enough.
    struct ReaderHasGone: Error {}

    /// Bytes that a pipe may hold: what waits there is late. The usual 64 KiB are half a second for who reads a megabit
    /// a second.
    static let pipeCapacity: CInt = 16 * 1024

    private let name: String
    private let descriptor: CInt

    /// Creates a file, or takes standard output where there is no name.
    ///
    /// - Throws: ``Failure`` that says why not.
    init(_ path: String?) throws(Failure) {
        guard let path, path != "-" else {
            (name, descriptor) = ("standard output", STDOUT_FILENO)
            Self.narrow(descriptor)
            return
        }
        let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard opened >= 0 else {
            throw Failure(.cannotWrite, "Cannot write \(path): \(String(cString: strerror(errno))).")
        }
        (name, descriptor) = (path, opened)
    }

    /// Writes all of `bytes`.
    ///
    /// - Throws: ``ReaderHasGone``, or ``Failure`` when they cannot be written.
    func write(_ bytes: [UInt8]) async throws {
        try await NIOThreadPool.singleton.runIfActive { try writeNow(bytes) }
    }

    /// Lets a pipe hold less; nothing else has such a size.
    private static func narrow(_ descriptor: CInt) {
        #if os(Linux)
            // F_SETPIPE_SZ, which the C library's Swift overlay does not name. Refused for what is no pipe.
            _ = fcntl(descriptor, 1031, pipeCapacity)
        #endif
    }

    private func writeNow(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = writeDescriptor(
                    descriptor,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
                if written >= 0 {
                    rest = rest.dropFirst(written)
                } else if errno == EPIPE {
                    throw ReaderHasGone()
                } else if errno != EINTR {
                    throw Failure(.cannotWrite, "Cannot write \(name): \(String(cString: strerror(errno))).")
                }
            }
        }
    }
}

private let writeDescriptor = write
