import Logging
import RelayTestSupport
import StreamClient
import StreamCluster
import Synchronization
import Testing

@testable import StreamRelay

/// A stream of another relay, for whose connection a relay has no file descriptor.
@Suite(.timeLimit(.minutes(10))) struct DescriptorWaitTests {
    /// Reports warnings.
    private struct WarningSignal: LogHandler {
        let logged: AsyncStream<Logger.Message>.Continuation
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { logged.yield(event.message) }
    }

    /// Runs an origin, and an edge that waits for descriptors to take a stream from it.
    private func withWaitingEdge(
        _ body: (_ origin: RunningRelay, _ edge: RunningRelay, _ viewer: TestViewer) async throws -> Void
    ) async throws {
        let (warnings, logged) = AsyncStream<Logger.Message>.makeStream()
        let logger = Logger(label: "test") { _ in WarningSignal(logged: logged) }
        try await RunningRelay.run { origin in
            let connector = OriginConnector.unconnected(logger: logger)
            connector.connect(to: origin)
            try await RunningRelay.run(upstream: connector) { edge in
                // As many attempts are under way as no process has descriptors for.
                edge.relay.core.descriptors.attempts.withLock { $0 = Int(CInt.max) }
                let viewer = TestViewer(try edge.client())
                for await warning in warnings where warning == "no file descriptor for another relay" { break }
                try await body(origin, edge, viewer)
            }
        }
    }

    @Test func `it comes as soon as there is one`() async throws {
        try await withWaitingEdge { origin, edge, viewer in
            let publisher = try TestPublisher(try origin.client())
            try await publisher.sendGroup()
            #expect(await origin.relaysDownstream() == 0)
            edge.relay.core.descriptors.attempts.withLock { $0 = 0 }
            _ = try await viewer.frame()
            #expect(edge.relay.core.descriptors.attempts.withLock(\.self) == 0, "it is connected")
        }
    }

    @Test func `a relay that waits can end`() async throws {
        try await withWaitingEdge { origin, _, _ in
            #expect(await origin.relaysDownstream() == 0)
        }
    }
}
