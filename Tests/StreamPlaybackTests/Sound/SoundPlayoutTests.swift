import Foundation
import Testing

@testable import StreamPlayback

/// A live stream with sound, and a device that plays it, without either.
@Suite struct SoundPlayoutTests {
    private static let rate = 48_000
    private static let quantum = 512
    private static let latency: Int64 = 10_667

    /// Live frames of 1024 samples that come and are decoded at once, and a device that asks for 512 samples.
    private struct Run {
        var playout = StreamPlayout<Int>(target: 0, now: 0)
        var device = DeviceClock(rate: rate, latency: latency)
        /// When the device asks, and how fast it is.
        var nextRequest = 0.0
        var partsPerMillion = 0.0
        var nextFrame: Int64 = 0
        var now: Int64 = 0
        /// How late the sound was heard, in microseconds after its time in the stream.
        var delays: [Double] = []
        var isDevicePlaying = true
        /// Frames before this time are decoded 200 ms late.
        var lateBefore: Int64 = 0

        static let frame: Int64 = 1024

        init() {
            playout.soundBegan(channels: 2, rate: rate, latency: latency)
        }

        mutating func run(seconds: Double) {
            let end = now + Int64(seconds * 1e6)
            if nextRequest == 0 { nextRequest = 3_000 }
            while now < end {
                let frameTime = nextFrame * Self.frame * 1_000_000 / Int64(rate)
                if Double(frameTime) <= nextRequest {
                    now = frameTime
                    receive(frameTime)
                    nextFrame += 1
                } else {
                    now = Int64(nextRequest)
                    if isDevicePlaying { request() }
                    nextRequest += Double(quantum) * 1e6 / Double(rate) / (1 + partsPerMillion / 1e6)
                    _ = playout.nextPicture(now: Self.start + now)
                }
            }
        }

        static let start: Int64 = 1_000_000_000

        private mutating func receive(_ media: Int64) {
            _ = playout.received(
                .audio,
                track: 1,
                media: media,
                decodeTime: media,
                isDiscontinuity: false,
                now: Self.start + now,
                age: 0,
                rewinds: false
            )
            let samples = [Float](repeating: 0.5, count: 2 * Int(Self.frame))
            let late: Int64 = media < lateBefore ? 200_000 : 0
            playout.decodedSound(samples.span, media: media, now: Self.start + now + late)
        }

        private mutating func request() {
            let heardAt = device.requested(quantum, now: Self.start + now)
            var output = [Float](repeating: 9, count: 2 * quantum)
            var span = output.mutableSpan
            playout.playSound(into: &span, heardAt: heardAt, now: Self.start + now)
            #expect(output.allSatisfy { abs($0) <= 0.5 })
            if playout.clock.soundIsClock, let delay = playout.clock.delay { delays.append(delay - Double(Self.start)) }
        }
    }

    @Test func `sound is heard as soon as nearly all of it is there in time`() throws {
        var run = Run()
        run.run(seconds: 10)
        #expect(run.playout.clock.soundIsClock)
        // A frame comes when its first sample was captured: it waits for the margin, and for the device, which takes as
        // much at once as it plays behind its request.
        let last = try #require(run.delays.last)
        #expect(abs(last - 8_000 - 2 * Double(Self.latency)) < 8_000, "\(last)")
        #expect(run.playout.sound?.interruptions == 0)
    }

    @Test(arguments: [200.0, -200.0])
    func `a device that is 200 ppm off stays within the tolerance, without a hole`(
        _ partsPerMillion: Double
    ) async throws {
        var run = Run()
        run.partsPerMillion = partsPerMillion
        run.run(seconds: 20)
        run.delays = []
        for _ in 0..<100 {
            run.run(seconds: 3)
            // Other tests share the thread.
            await Task.yield()
        }
        let wanted = try #require(run.playout.clock.wanted) - Double(Run.start)
        let worst = run.delays.map { abs($0 - wanted) }.max() ?? .infinity
        #expect(worst < 13_000, "\(worst)")
        #expect(run.playout.clock.soundIsClock)
        #expect(run.playout.sound?.interruptions == 0)
    }

    @Test func `a slow beginning leaves no lag`() throws {
        var run = Run()
        run.lateBefore = 200_000
        run.run(seconds: 5)
        #expect(try #require(run.delays.first) > 150_000)
        run.delays = []
        run.run(seconds: 1)
        #expect(run.playout.clock.soundIsClock)
        #expect(run.delays.allSatisfy { $0 < 60_000 }, "\(run.delays.max() ?? 0)")
    }

    @Test func `when the device stands still, the local clock leads, and then the sound again`() {
        var run = Run()
        run.run(seconds: 5)
        run.isDevicePlaying = false
        run.run(seconds: 1)
        #expect(!run.playout.clock.soundIsClock && run.playout.clock.due(media: 0) != nil)
        run.isDevicePlaying = true
        run.delays = []
        run.run(seconds: 5)
        #expect(run.playout.clock.soundIsClock)
        #expect(run.delays.allSatisfy { $0 < 60_000 }, "no lag stays")
    }

    @Test func `without a device, sound is not kept and the local clock leads`() {
        var run = Run()
        run.playout.soundEnded()
        run.isDevicePlaying = false
        run.run(seconds: 5)
        #expect(!run.playout.clock.soundIsClock && run.playout.sound == nil)
        var output = [Float](repeating: 9, count: 64)
        var span = output.mutableSpan
        run.playout.playSound(into: &span, heardAt: 0, now: 0)
        #expect(output.allSatisfy { $0 == 0 })
    }

    @Test func `sound of a rewound player is decoded later, and old sound never`() {
        var clock = PlaybackClock()
        #expect(SoundPlayout.decodingTime(media: 5, now: 9, clock: clock) == .now)
        clock.begin(media: 0, at: 1_000_000, age: 0, rewinds: false)
        clock.arrived(.video, media: 0, decodeTime: 0, at: 1_000_000)
        #expect(SoundPlayout.decodingTime(media: 400_000, now: 1_000_000, clock: clock) == .now)
        #expect(SoundPlayout.decodingTime(media: 500_000, now: 1_000_000, clock: clock) == .later(1_100_000))
        #expect(SoundPlayout.decodingTime(media: -300_000, now: 1_000_000, clock: clock) == .now)
        #expect(SoundPlayout.decodingTime(media: -300_001, now: 1_000_000, clock: clock) == .never)
    }
}

@Suite struct DeviceClockTests {
    @Test func `a busy system's late requests do not move the clock`() {
        var clock = DeviceClock(rate: 48_000, latency: 10_000)
        var worst: Int64 = 0
        for index in 0..<1000 {
            let due = 1_000_000 + Int64(index) * 10_000
            let late: Int64 = index % 7 == 0 ? 0 : Int64(index % 5) * 3_000
            let heard = clock.requested(480, now: due + late)
            if index > 10 { worst = max(worst, abs(heard - due - 10_000)) }
        }
        #expect(worst <= 1)
    }

    @Test func `a device that stood still begins anew`() {
        var clock = DeviceClock(rate: 48_000, latency: 0)
        _ = clock.requested(480, now: 1_000_000)
        #expect(clock.requested(480, now: 3_000_000) == 3_000_000)
        #expect(clock.requested(480, now: 3_010_000) == 3_010_000)
    }

    @Test(arguments: [300, -300])
    func `the clock follows a device that is faster or slower`(_ partsPerMillion: Int64) {
        var clock = DeviceClock(rate: 48_000, latency: 0)
        var worst: Int64 = 0
        for index in 0..<100_000 {
            let now = 1_000_000 + Int64(index) * (10_000 - partsPerMillion / 100)
            worst = max(worst, abs(clock.requested(480, now: now) - now))
        }
        #expect(worst <= 1_000, "\(worst)")
    }
}
