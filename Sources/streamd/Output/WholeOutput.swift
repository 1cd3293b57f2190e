import ArgumentParser
import Containers
import Platform

/// Writes an output that is whole before its first byte is written: a file has the name `NAME.part` until it is complete
/// and on the disk. A file of the same name stays until then.
enum WholeOutput {
    /// Writes all of an output, and ends the program at SIGINT and SIGTERM.
    ///
    /// - Parameters:
    ///   - partSuffix: What follows the name of a file that is not complete. With the usual one, a second command that
    ///     writes the same file at the same time fails.
    ///   - body: Writes the bytes. It is cancelled by a signal.
    /// - Throws: ``ByteSink/BrokenPipe``, ``Failure``, what `body` throws, or `ExitCode` after a signal. No part of a
    ///   file is left.
    static func write(
        to target: OutputTarget,
        partSuffix: String = ".part",
        _ body: @escaping @Sendable (ByteSink) async throws -> Void
    ) async throws {
        let signal = try await Signals.runUntilSignal {
            guard target.isFile else {
                let sink = try await ByteSink.open(target)
                try await body(sink)
                return try await sink.close()
            }
            let part = target.part(partSuffix)
            let sink = try await ByteSink.open(part)
            do {
                try await body(sink)
                try Task.checkCancellation()
                try await sink.perform(.synchronize)
                try await sink.close()
                try target.adopt(part)
            } catch {
                unlink(part.path)
                throw error
            }
        }
        if let signal { throw ExitCode(signal.exitCode) }
    }
}
