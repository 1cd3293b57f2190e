import StreamCapture
import Testing

@Suite struct KeyFrameGateTests {
    private let start = ContinuousClock.now
    private var gate = KeyFrameGate()

    @Test mutating func nothingIsForcedUnasked() {
        #expect(gate.shouldForce(at: start) == false)
    }

    @Test mutating func aRequestIsHonouredOnce() {
        gate.request()
        #expect(gate.shouldForce(at: start) == true)
        #expect(gate.shouldForce(at: start + .seconds(1)) == false)
    }

    @Test mutating func aRequestTooSoonIsHonouredLater() {
        gate.request()
        #expect(gate.shouldForce(at: start) == true)
        gate.request()
        #expect(gate.shouldForce(at: start + .milliseconds(499)) == false)
        #expect(gate.shouldForce(at: start + .milliseconds(500)) == true)
    }

    @Test mutating func aKeyFrameThatCameByItselfWillDo() {
        gate.request()
        gate.keyFrameCame(at: start)
        #expect(gate.shouldForce(at: start + .seconds(1)) == false)
    }

    @Test mutating func soonAfterAKeyFrameARequestWaits() {
        gate.keyFrameCame(at: start)
        gate.request()
        #expect(gate.shouldForce(at: start + .milliseconds(100)) == false)
        #expect(gate.shouldForce(at: start + .milliseconds(600)) == true)
    }

    @Test mutating func manyRequestsGiveTwoKeyFramesASecond() {
        var forced = 0
        for frame in 0..<300 {
            gate.request()
            if gate.shouldForce(at: start + .milliseconds(frame * 33)) { forced += 1 }
        }
        // 16 frames of 33 ms are the first number that makes half a second.
        #expect(forced == 19)
    }
}
