import NIOPosix
import Platform

/// A file or pipe for output. A separate thread writes and may block: ``write(_:)`` suspends while the reader of a pipe
/// is slow.
struct ByteSink: Sendable {
    /// The reader of the pipe has closed it.
    struct BrokenPipe: Error {}

    /// The pipe's capacity in bytes. Data in the pipe is late: the default 64 KiB hold half a second at one megabit per
    /// second.
    static let pipeCapacity: CInt = 16 * 1024

    private let name: String
    private let descriptor: CInt

    /// Creates a file, or uses standard output for `nil` and `-`.
    ///
    /// - Throws: ``Failure`` if the file cannot be created.
    init(_ path: String?) throws(Failure) {
        guard let path, path != "-" else {
            (name, descriptor) = ("standard output", STDOUT_FILENO)
            PipeBuffer.setCapacity(Self.pipeCapacity, of: descriptor)
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
    /// - Throws: ``BrokenPipe``, or ``Failure`` if the write fails.
    func write(_ bytes: [UInt8]) async throws {
        try await NIOThreadPool.singleton.runIfActive { try writeNow(bytes) }
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
                    throw BrokenPipe()
                } else if errno != EINTR {
                    throw Failure(.cannotWrite, "Cannot write \(name): \(String(cString: strerror(errno))).")
                }
            }
        }
    }
}

private let writeDescriptor = write
