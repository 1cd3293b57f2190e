import NIOCore
import RelayTestSupport
import StreamProtocol
import StreamRelay
import Testing

/// What viewers report, as the operator sees it.
@Suite(.timeLimit(.minutes(10))) struct ReceptionTests {
    @Test func `the reports of viewers are those of their stream, until the viewers leave`() async throws {
        try await RunningRelay.run { relay in
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup()
            let report = ReceiverReport(
                framesReceived: 90,
                framesMissed: 10,
                bytesReceived: 1,
                medianLatency: 20_000,
                highLatency: 50_000
            )
            let hello = Hello(role: .subscribe, stream: .live, instance: .random())
            try await relay.open().executeThenClose { _, outbound in
                try await outbound.write(.opening(.hello(hello), .receiverReport(report)))
                var reception: StreamReception?
                while !Task.isCancelled, reception == nil { reception = await relay.control.streams().first?.reception }
                #expect(reception?.viewers == 1)
                #expect(reception?.framesMissed == 10)
                #expect(reception?.latency == .milliseconds(20))
                #expect(reception?.worstLatency == .milliseconds(50))
                let viewers = await relay.control.connections().compactMap { connection in
                    if case .viewer(_, _, let viewing) = connection.role { viewing.reception?.report } else { nil }
                }
                #expect(viewers == [report])
            }
            while !Task.isCancelled, await !relay.control.receptions().isEmpty {}
            try await publisher.finish()
        }
    }
}
