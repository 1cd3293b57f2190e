import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient
@testable import streamd

@Suite struct PublishSummaryTests {
    private static func frame(at seconds: Double, bytes: Int = 1_000) -> MediaFrame {
        MediaFrame(
            track: .zero,
            flags: .randomAccess,
            decodeTime: MediaTime(microseconds: Int64(seconds * 1e6)),
            presentationTime: MediaTime(microseconds: Int64(seconds * 1e6)),
            payload: ByteBuffer(repeating: 0, count: bytes)
        )
    }

    private static func summary(
        _ totals: PublishTotals,
        from before: PublishTotals,
        isConnected: Bool = true
    )
        -> PublishSummary
    {
        var backlog = UplinkBacklog()
        backlog.isConnected = isConnected
        backlog.queuedBytes = 2_500
        backlog.age = .milliseconds(340)
        return PublishSummary(from: before, to: totals, seconds: 2, backlog: backlog, leftOut: 0, viewers: 1)
    }

    @Test func `a summary has the rates of its time and the position in all`() {
        var totals = PublishTotals()
        totals.add(Self.frame(at: 10), isVideo: true)
        let before = totals
        for time in [11.0, 3_700] { totals.add(Self.frame(at: time), isVideo: true) }
        totals.add(Self.frame(at: 12), isVideo: false)
        let summary = Self.summary(totals, from: before)
        #expect(summary.line == "1:01:30  1.0 fps  0.01 Mbit/s  1 viewer  backlog 0.3 s (2 kB)")
        #expect(
            summary.json
                == #"{"position":3690.0,"frames":4,"fps":1.0,"bitRate":12000,"viewers":1,"leftOut":0,"connected":true,"#
                + #""backlogBytes":2500,"backlogAge":340.0}"#
        )
    }

    @Test func `sound alone has a rate too`() {
        var totals = PublishTotals()
        for time in [0.0, 5] { totals.add(Self.frame(at: time), isVideo: false) }
        let summary = Self.summary(totals, from: PublishTotals(), isConnected: false)
        #expect(summary.line == "0:05  1.0 fps  0.01 Mbit/s  1 viewer  backlog 0.3 s (2 kB)  not connected")
    }

    @Test func `what a publisher sends is counted`() throws {
        var queue = PublishQueue(limits: PublishLimits())
        queue.setTracks([Track(id: .zero, kind: .video, codec: .h264)])
        _ = queue.append(Self.frame(at: 1), at: .now)
        #expect(queue.totals == PublishTotals(), "it waits")
        _ = queue.begin(
            Welcome(
                epoch: 1,
                streamInstance: 1,
                maximumFrameLength: 1 << 20,
                pingInterval: 1_000,
                maximumLatency: 2_000,
                state: .waiting,
                relayName: "relay"
            )
        )
        _ = queue.take(atMost: .max)
        #expect(queue.totals.pictures == 1)
        #expect(queue.totals.bytes == 1_000)
    }
}
