import NIOCore
import StreamProtocol
import Testing

struct MediaTimeTests {
    @Test func `times and durations add up to the microsecond`() {
        let time = MediaTime(microseconds: 1_500_000)
        #expect(time + .milliseconds(20) == MediaTime(microseconds: 1_520_000))
        #expect(time - .seconds(2) == MediaTime(microseconds: -500_000))
        #expect(time - MediaTime(microseconds: 1_480_000) == .milliseconds(20))
        #expect(MediaTime.zero - time == .milliseconds(-1_500) && MediaTime.zero < time)
        #expect(time + .nanoseconds(1_999) == MediaTime(microseconds: 1_500_001))
    }

    @Test func `no time traps`() {
        let (first, last) = (MediaTime(microseconds: .min), MediaTime(microseconds: .max))
        #expect(last - first == .microseconds(Int64.max) - .microseconds(Int64.min))
        #expect(last + .seconds(1) == last && first - .seconds(1) == first)
        #expect(first + .seconds(Int64.max) == last && last + .seconds(Int64.min + 1) == first)
    }

    @Test(arguments: [(0, "0.000000 s"), (-1, "-0.000001 s"), (12_345_678, "12.345678 s")])
    func `a time is printed in seconds`(microseconds: Int64, text: String) {
        #expect("\(MediaTime(microseconds: microseconds))" == text)
    }

    @Test func `a frame goes out with the times of the protocol`() {
        let frame = MediaFrame(
            track: .zero,
            flags: [.randomAccess, .discardable],
            generation: 3,
            decodeTime: MediaTime(microseconds: -40_000),
            presentationTime: .zero,
            duration: .milliseconds(40),
            captureTime: .seconds(1_700_000_000) + .nanoseconds(1_500),
            bytes: [1, 2, 3]
        )
        #expect(frame.isRandomAccess && frame.isStart && frame.bytes == [1, 2, 3])
        let sent = frame.numbered(7, in: 2)
        #expect(
            sent.header
                == FrameHeader(
                    track: .zero,
                    flags: [.randomAccess, .discardable],
                    generation: 3,
                    epoch: 2,
                    sequence: 7,
                    decodeTime: -40_000,
                    presentationTime: 0,
                    captureTime: 1_700_000_000_000_001
                )
        )
        #expect(sent.payload == ByteBuffer(bytes: [1, 2, 3]))
    }
}
