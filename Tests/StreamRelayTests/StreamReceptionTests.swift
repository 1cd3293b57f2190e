import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

/// What viewers report about their reception.
@Suite struct StreamReceptionTests {
    private func report(
        _ median: UInt32,
        _ high: UInt32,
        received: UInt64 = 100,
        missed: UInt64 = 0
    ) -> ReceiverReport {
        ReceiverReport(
            framesReceived: received,
            framesMissed: missed,
            bytesReceived: 0,
            medianLatency: median,
            highLatency: high
        )
    }

    @Test func `the reports of a stream's viewers are taken together`() {
        var first = StreamReception()
        #expect((first.viewers, first.latency, first.worstLatency) == (0, nil, nil))
        first.add(report(10_000, 30_000, missed: 2))
        first.add(report(0, 0, missed: 1))
        #expect(first.latency == .milliseconds(10))
        var second = StreamReception()
        second.add(report(40_000, 900_000))
        second.add(report(20_000, 25_000))
        first.add(second)
        #expect((first.viewers, first.framesReceived, first.framesMissed) == (4, 400, 3))
        #expect(first.latency == .milliseconds(20))
        #expect(first.worstLatency == .milliseconds(900))
    }

    @Test func `counts beyond all bounds do no harm`() {
        var reception = StreamReception()
        for _ in 0..<3 { reception.add(report(.max, .max, received: .max, missed: .max)) }
        #expect(reception.latency == .microseconds(Int64(UInt32.max)))
    }

    @Test func `a viewer's newest report is in its status until it is too old`() throws {
        let relay = EmbeddedRelay()
        let publisher = try relay.connect().channel
        try publisher.writeInbound(opening(.publish))
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(opening(.subscribe))
        let viewer = try #require(connection?.session?.viewer)
        #expect(viewer.status(at: .now()).reception == nil)
        try channel.writeInbound(ProtocolMessage.receiverReport(report(1, 2)).encoded())
        try channel.writeInbound(ProtocolMessage.receiverReport(report(3, 4, missed: 7)).encoded())
        #expect(viewer.status(at: .now()).reception?.report == report(3, 4, missed: 7))
        #expect(viewer.reception(at: NIODeadline.now() + StreamReception.lifetime + .seconds(1)) == nil)
        for channel in [publisher, channel] { _ = try channel.finish(acceptAlreadyClosed: true) }
    }
}
