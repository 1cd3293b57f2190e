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
            var bytes = ByteBuffer()
            ProtocolMessage.receiverReport(report).write(to: &bytes)
            let hello = Hello(role: .subscribe, stream: .live, instance: .random())
            let connection = try await relay.open()
            let client = connection.channel
            try await connection.executeThenClose { _, outbound in
                try await outbound.write(.opening(.hello(hello)))
                // As a viewer does: the relay forgets a report after some seconds.
                let reports = client.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .seconds(1)) {
                    [bytes] _ in
                    client.writeAndFlush(bytes, promise: nil)
                }
                defer { reports.cancel() }
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
