import Testing

@testable import streamd

@Suite struct WatchSummaryTests {
    private let summary = WatchSummary(
        frames: 300,
        framesPerSecond: 29.97,
        audioFrames: 430,
        audioFramesPerSecond: 43.07,
        bitRate: 2_034_567.8,
        missed: 3,
        audioMissed: 1,
        epoch: 2,
        medianLatency: 15_670,
        highLatency: 17_160,
        errorBound: 130
    )

    @Test func `a program gets JSON`() {
        #expect(
            summary.json
                == #"{"frames":300,"fps":30.0,"bitRate":2034567,"missed":3,"audioFrames":430,"audioFps":43.1,"#
                + #""audioMissed":1,"epoch":2,"latencyP50":15.67,"latencyP95":17.16,"latencyError":0.13}"#
        )
    }

    @Test func `unknown values are null`() {
        var unknown = summary
        (unknown.medianLatency, unknown.highLatency, unknown.errorBound) = (nil, nil, nil)
        #expect(unknown.json.hasSuffix(#""latencyP50":null,"latencyP95":null,"latencyError":null}"#))
        #expect(!unknown.line.contains("latency"))
    }

    @Test func `a person gets a line`() {
        #expect(
            summary.line == "300 pictures  30.0 fps  2.03 Mbit/s  3 missed  430 of sound (1 missed)  "
                + "latency 15.67 ms (p95 17.16 ± 0.13)"
        )
    }
}
