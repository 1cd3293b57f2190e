import Containers
import Platform
import TestSupport
import Testing

@testable import streamd

@Suite(.timeLimit(.minutes(10))) struct ByteSinkTests {
    private let folder: TemporaryFolder

    init() throws {
        Signals.ignoreBrokenPipes()
        folder = try TemporaryFolder()
    }

    private func pipe() throws -> OutputTarget {
        let path = folder.path("pipe.ts")
        try #require(mkfifo(path, 0o600) == 0)
        return try OutputTarget(path, overwrites: false)
    }

    /// Opens the end for reading. It does not wait.
    private func reader() throws -> CInt {
        let descriptor = open(folder.path("pipe.ts"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
        return descriptor
    }

    @Test func `bytes and steps are written to a file`() async throws {
        let path = folder.path("out.mp4")
        let sink = try await ByteSink.open(OutputTarget(path, overwrites: false))
        try await sink.write([1, 2, 3])
        try await sink.perform(.write([9, 8], at: 1))
        try await sink.perform(.truncate(to: 2))
        try await sink.perform(.synchronize)
        try await sink.close()
        #expect(try folder.bytes(of: "out.mp4") == [1, 9])
    }

    @Test func `a write to a full device fails with a reason`() async throws {
        let sink = try await ByteSink.open(OutputTarget("/dev/full", overwrites: false))
        let failure = await #expect(throws: Failure.self) { try await sink.write([1]) }
        #expect(
            failure
                == Failure(
                    .cannotWrite,
                    "Cannot write /dev/full: No space left on device; make room, or name a file on another disk."
                )
        )
        try await sink.close()
    }

    @Test func `a reader that closes its end breaks the pipe`() async throws {
        let target = try pipe()
        let reader = try reader()
        let sink = try await ByteSink.open(target)
        try await sink.write([1])
        close(reader)
        await #expect(throws: ByteSink.BrokenPipe.self) { try await sink.write([1]) }
        try await sink.close()
    }

    @Test func `a task that is cancelled abandons a pipe whose reader pauses`() async throws {
        let target = try pipe()
        let reader = try reader()
        let sink = try await ByteSink.open(target)
        // Longer than what any pipe holds.
        let writing = Task { try await sink.write([UInt8](repeating: 7, count: 4 << 20)) }
        writing.cancel()
        await #expect(throws: CancellationError.self) { try await writing.value }
        // Ends the thread that writes.
        close(reader)
    }

    @Test func `a task that is cancelled abandons a pipe without a reader`() async throws {
        let target = try pipe()
        let opening = Task { try await ByteSink.open(target) }
        opening.cancel()
        await #expect(throws: CancellationError.self) { _ = try await opening.value }
        // Ends the thread that opens.
        close(try reader())
    }

    @Test func `a task that is cancelled writes what a file is to have`() async throws {
        let path = folder.path("out.mp4")
        let sink = try await ByteSink.open(OutputTarget(path, overwrites: false))
        let bytes = [UInt8](repeating: 7, count: 4 << 20)
        let writing = Task { try await sink.write(bytes) }
        writing.cancel()
        try await writing.value
        try await sink.close()
        #expect(try folder.bytes(of: "out.mp4") == bytes)
    }
}
