import StreamCapture
import Testing

@Suite struct KeyFrameThrottleTests {
    private let start = ContinuousClock.now
    private var throttle = KeyFrameThrottle()

    @Test mutating func `no key frame is forced without a request`() {
        #expect(throttle.shouldForce(at: start) == false)
    }

    @Test mutating func `a request is honoured once`() {
        throttle.request()
        #expect(throttle.shouldForce(at: start) == true)
        #expect(throttle.shouldForce(at: start + .seconds(1)) == false)
    }

    @Test mutating func `a request that comes too soon is honoured later`() {
        throttle.request()
        #expect(throttle.shouldForce(at: start) == true)
        throttle.request()
        #expect(throttle.shouldForce(at: start + .milliseconds(499)) == false)
        #expect(throttle.shouldForce(at: start + .milliseconds(500)) == true)
    }

    @Test mutating func `a key frame that the encoder makes by itself answers a request`() {
        throttle.request()
        throttle.keyFrameEncoded(at: start)
        #expect(throttle.shouldForce(at: start + .seconds(1)) == false)
    }

    @Test mutating func `a request soon after a key frame waits`() {
        throttle.keyFrameEncoded(at: start)
        throttle.request()
        #expect(throttle.shouldForce(at: start + .milliseconds(100)) == false)
        #expect(throttle.shouldForce(at: start + .milliseconds(600)) == true)
    }

    @Test mutating func `many requests give at most two key frames a second`() {
        var forced = 0
        for frame in 0..<300 {
            throttle.request()
            if throttle.shouldForce(at: start + .milliseconds(frame * 33)) { forced += 1 }
        }
        // 16 frames of 33 ms are the first number that exceeds half a second.
        #expect(forced == 19)
    }
}
