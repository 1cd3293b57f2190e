import Containers

/// What an output is written to.
protocol OutputSink: Sendable {
    /// Writes all of `bytes` at the end.
    func write(_ bytes: [UInt8]) async throws

    /// Does a step with a file.
    func perform(_ step: FileStep) async throws

    /// Closes the output, after the last write.
    func close() async throws
}
