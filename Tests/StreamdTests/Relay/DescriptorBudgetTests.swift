import Logging
import Synchronization
import Testing

@testable import streamd

@Suite struct DescriptorBudgetTests {
    /// Stores log messages.
    private struct Keeper: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        final class Lines: Sendable {
            private let all = Mutex<[Logger.Metadata]>([])

            var metadata: [Logger.Metadata] { all.withLock(\.self) }
            func add(_ metadata: Logger.Metadata) { all.withLock { $0.append(metadata) } }
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.add(event.metadata ?? [:]) }
    }

    private func warning(limit: Int, connections: Int) -> Logger.Metadata? {
        let lines = Keeper.Lines()
        DescriptorBudget(limit: limit, threads: 2)
            .warn(connections: connections, Logger(label: "test") { _ in Keeper(lines: lines) })
        return lines.metadata.first
    }

    @Test func `a relay that cannot start says which limit to set`() throws {
        let least = DescriptorBudget(limit: 0, threads: 2).own + DescriptorBudget.leastConnections
        let failure = try #require(throws: Failure.self) { try DescriptorBudget(limit: 12, threads: 2).check() }
        #expect(failure.status == .configuration)
        #expect(failure.message.contains("12 open files") && failure.message.contains("needs \(least)"))
        #expect(failure.message.contains("ulimit -n") && failure.message.hasSuffix("."))
        #expect(throws: Failure.self) { try DescriptorBudget(limit: least - 1, threads: 2).check() }
        #expect(throws: Never.self) { try DescriptorBudget(limit: least, threads: 2).check() }
    }

    @Test func `each event loop takes descriptors`() {
        let (two, four) = (DescriptorBudget(limit: 0, threads: 2), DescriptorBudget(limit: 0, threads: 4))
        #expect(four.own - two.own == 2 * DescriptorBudget.perEventLoop)
    }

    @Test func `too few descriptors are warned of, with the limit to set`() {
        let own = DescriptorBudget(limit: 0, threads: 2).own
        #expect(warning(limit: own + 1_000, connections: 1_000) == nil)
        #expect(warning(limit: .max, connections: 1_000_000) == nil)
        let metadata = warning(limit: own + 999, connections: 1_000)
        #expect(metadata?["needed"] == "\(own + 1_000)")
        #expect(metadata?["advice"]?.description.contains("max-connections to 999") == true)
    }
}
