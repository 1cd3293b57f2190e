import Containers
import NIOPosix
import Platform

/// A file or pipe for output. A separate thread writes and may block: ``write(_:)`` suspends while the reader of a pipe
/// is slow.
///
/// A task that is cancelled still waits for what it writes to a file: a file that is cut in the middle of a step has no
/// end. The reader of a pipe may pause for ever, so the task waits for it for ``readerTimeout`` and then abandons the
/// pipe: its thread may still write, so no later write is allowed.
struct ByteSink: OutputSink {
    /// The reader of the pipe has closed it.
    struct BrokenPipe: Error {}

    /// The pipe's capacity in bytes. Data in the pipe is late: the default 64 KiB hold half a second at one megabit per
    /// second.
    static let pipeCapacity: CInt = 16 * 1024

    /// How long a task that is cancelled waits for the reader of a pipe: 1 s. A reader that goes on gets whole frames.
    static let readerTimeout = Duration.seconds(1)

    static let standardOutput = ByteSink(STDOUT_FILENO, name: "standard output")

    private let name: String
    private let descriptor: CInt
    private let isFile: Bool

    /// - Parameter name: In messages, for people.
    init(_ descriptor: CInt, name: String) {
        (self.name, self.descriptor) = (name, descriptor)
        isFile = FileStatus(descriptor: descriptor)?.isRegular ?? false
        PipeBuffer.setCapacity(Self.pipeCapacity, of: descriptor)
    }

    /// Opens an output, and creates it if it is a file.
    ///
    /// - Throws: ``Failure`` if that is not possible; `CancellationError` if a pipe has no reader.
    static func open(_ target: OutputTarget) async throws -> ByteSink {
        let descriptor = try await onThread(isFile: target.isFile) { try target.open() }
        return ByteSink(descriptor, name: target.name)
    }

    /// Writes all of `bytes` at the end.
    ///
    /// - Throws: ``BrokenPipe``, ``Failure`` if the write fails, or `CancellationError` if the pipe was abandoned.
    func write(_ bytes: [UInt8]) async throws {
        try await Self.onThread(isFile: isFile) { try writeNow(bytes, at: nil) }
    }

    /// Does a step with a file.
    ///
    /// - Throws: ``Failure`` if it fails.
    func perform(_ step: FileStep) async throws {
        try await Self.onThread(isFile: isFile) {
            switch step {
            case .write(let bytes, let offset): try writeNow(bytes, at: off_t(clamping: offset))
            case .truncate(let length): try check(ftruncate(descriptor, off_t(clamping: length)))
            case .synchronizeData: try check(Platform.synchronizeData(descriptor))
            case .synchronize: try check(fsync(descriptor))
            // The file has its name already.
            case .publish: break
            }
        }
    }

    /// Closes the file, unless it is standard output.
    ///
    /// - Throws: ``Failure`` for an error of an earlier write, which network file systems report here.
    func close() async throws {
        guard descriptor != STDOUT_FILENO else { return }
        try await Self.onThread(isFile: isFile) { try check(closeDescriptor(descriptor)) }
    }

    private static func onThread<Result: Sendable>(
        isFile: Bool,
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let result = Task { try await NIOThreadPool.singleton.runIfActive(work) }
        guard !isFile else { return try await result.value }
        // A task that waits for another one does not end before it, but the iteration of a stream does.
        let (results, continuation) = AsyncThrowingStream.makeStream(of: Result.self)
        Task {
            do {
                continuation.yield(try await result.value)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        let wait = Task {
            for try await result in results { return result }
            throw CancellationError()
        }
        return try await withTaskCancellationHandler {
            try await wait.value
        } onCancel: {
            Task {
                try await Task.sleep(for: readerTimeout)
                wait.cancel()
            }
        }
    }

    private func check(_ result: CInt) throws(Failure) {
        if result != 0 { throw failure(errno) }
    }

    private func failure(_ code: CInt) -> Failure {
        Failure(.cannotWrite, "Cannot write \(name): \(FileProblem(code)).")
    }

    /// - Parameter offset: `nil` for the end.
    private func writeNow(_ bytes: [UInt8], at offset: off_t?) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
                let written =
                    offset.map { pwrite(descriptor, start, rest.count, $0 + off_t(bytes.count - rest.count)) }
                    ?? writeDescriptor(descriptor, start, rest.count)
                if written >= 0 {
                    rest = rest.dropFirst(written)
                } else if errno == EPIPE {
                    throw BrokenPipe()
                } else if errno != EINTR {
                    throw failure(errno)
                }
            }
        }
    }
}

private let writeDescriptor = write
private let closeDescriptor = close
