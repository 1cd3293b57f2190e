import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct StreamMeterTests {
    private var meter = StreamMeter()
    private let track = Track(id: .zero, kind: .video, codec: .h264)

    /// Lets frames come, 1,000 bytes each, with a key frame every 50; samples are taken every second.
    private mutating func feed(frames: Range<Int>, every interval: TimeAmount) {
        for index in frames {
            let now = Self.beginning + interval * Int64(index)
            if (interval * Int64(index)).nanoseconds % 1_000_000_000 == 0 { meter.sample(at: now) }
            meter.record(.zero, bytes: 1_000, keyFrameAt: index % 50 == 0 ? Int64(index) * 40_000 : nil, now: now)
        }
    }

    private static let beginning = NIODeadline.uptimeNanoseconds(1_000_000_000)

    @Test mutating func `an even stream is measured exactly`() {
        feed(frames: 0..<251, every: .milliseconds(40))
        let status = meter.status(of: track, at: Self.beginning + .seconds(10))
        #expect(abs(status.frameRate - 25) < 0.001)
        #expect(abs(status.bitRate - 200_000) < 5_000)
        #expect(status.group == StreamStatus.Group(frames: 50, duration: .seconds(2)))
        #expect(status.keyFrameAge == .zero)
        #expect(meter.frames == 251)
        #expect(meter.bytes == 251_000)
    }

    @Test mutating func `a new stream is measured from its first frame on`() {
        feed(frames: 0..<10, every: .milliseconds(40))
        let status = meter.status(of: track, at: Self.beginning + .milliseconds(360))
        #expect(abs(status.frameRate - 25) < 0.001)
        #expect(status.group == nil)
        #expect(status.keyFrameAge == .milliseconds(360))
    }

    @Test mutating func `a stream that stops falls to nothing`() {
        feed(frames: 0..<251, every: .milliseconds(40))
        let beforeLong = meter.status(of: track, at: Self.beginning + .seconds(12))
        #expect(beforeLong.frameRate < 25)
        for second in 11...20 { meter.sample(at: Self.beginning + .seconds(Int64(second))) }
        let status = meter.status(of: track, at: Self.beginning + .seconds(20))
        #expect(status.frameRate == 0)
        #expect(status.bitRate == 0)
        #expect(status.keyFrameAge == .seconds(10))
    }

    @Test mutating func `a new epoch begins new groups`() {
        feed(frames: 0..<101, every: .milliseconds(40))
        meter.beginEpoch()
        let status = meter.status(of: track, at: Self.beginning + .seconds(4))
        #expect(status.group == nil)
        #expect(status.keyFrameAge == nil)
        #expect(meter.frames == 101)
    }

    @Test mutating func `a clock that jumps is ignored`() {
        meter.record(.zero, bytes: 1, keyFrameAt: .min, now: Self.beginning)
        meter.record(.zero, bytes: 1, keyFrameAt: .max, now: Self.beginning)
        meter.record(.zero, bytes: 1, keyFrameAt: 0, now: Self.beginning)
        #expect(meter.status(of: track, at: Self.beginning).group == nil)
        #expect(meter.status(of: track, at: Self.beginning).frameRate == 0)
    }
}
