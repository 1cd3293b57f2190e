import Testing

@testable import StreamCapture

/// Packets of a table: stream, time, and the expected time on the common timeline, in milliseconds.
private typealias Row = (stream: Int, time: Int64, expected: Int64)

@Suite struct TimeStepsTests {
    private static let (video, audio) = (0, 1)
    /// One wrap at 33 bits of 90 kHz, in milliseconds.
    private static let wrap: Int64 = 95_443_718

    private func check(
        _ rows: [Row],
        mayStepAhead: Bool = true,
        shift: Int64 = 0,
        _ location: SourceLocation = #_sourceLocation
    ) {
        var steps = TimeSteps(mayStepAhead: mayStepAhead, shift: shift * 1_000)
        for (number, row) in rows.enumerated() {
            let duration: Int64 = row.stream == Self.video ? 0 : 20_000
            let place = steps.place(row.time * 1_000, of: row.stream, duration: duration)
            let found = (row.time * 1_000 + place.shift) / 1_000
            #expect(found == row.expected, "row \(number): \(row)", sourceLocation: location)
        }
    }

    @Test func `times without steps are left as they are`() {
        check([(0, 0, 0), (1, 10, 10), (0, 40, 40), (1, 30, 30), (0, 80, 80), (1, 50, 50), (0, 85, 85), (0, 60, 60)])
        check([(0, 0, 100), (0, 40, 140)], shift: 100)
    }

    @Test(arguments: [26_000, -4_000, 1_500])
    func `steps ahead and back are removed, and both streams are shifted alike`(by step: Int64) {
        // The sound is 300 ms behind in the file, so old packets of it follow the step.
        check([
            (0, 10_000, 10_000), (1, 9_700, 9_700), (0, 10_040, 10_040), (1, 9_720, 9_720),
            (0, 10_080 + step, 10_080), (1, 9_740, 9_740), (0, 10_120 + step, 10_120), (1, 9_760, 9_760),
            (0, 10_160 + step, 10_160), (1, 10_070 + step, 10_070), (0, 10_200 + step, 10_200),
            (1, 10_090 + step, 10_090),
        ])
    }

    @Test func `steps where sound and pictures end apart keep them together`() {
        // The first file's sound ends 500 ms before its pictures; the second file's sound begins with its pictures.
        check([
            (0, 3_400, 3_400), (1, 3_400, 3_400), (0, 3_440, 3_440), (1, 3_420, 3_420),
            (0, 3_480, 3_480), (0, 3_520, 3_520), (0, 3_560, 3_560), (0, 3_600, 3_600), (0, 3_960, 3_960),
            (0, 1_400, 4_320), (1, 1_400, 4_320), (0, 1_440, 4_360), (1, 1_420, 4_340),
        ])
        // The second file begins with sound.
        check([
            (0, 3_400, 3_400), (1, 3_400, 3_400), (0, 3_440, 3_440), (1, 3_420, 3_420), (0, 3_480, 3_480),
            (0, 3_920, 3_920), (0, 3_960, 3_960), (1, 1_400, 4_000), (0, 1_400, 4_000), (1, 1_420, 4_020),
            (0, 1_440, 4_040),
        ])
    }

    @Test func `steps of several short files add up`() {
        var rows: [Row] = []
        for file in 0..<3 as Range<Int64> {
            for frame in 0..<50 as Range<Int64> {
                rows.append((0, 1_400 + frame * 40, 1_400 + file * 2_000 + frame * 40))
                for half in 0..<2 as Range<Int64> {
                    let time = frame * 40 + half * 20
                    rows.append((1, 1_400 + time, 1_400 + file * 2_000 + time))
                }
            }
        }
        check(rows)
    }

    @Test func `where the clock wraps between B-frames nothing is left of the step`() {
        check([
            (0, Self.wrap - 80, Self.wrap - 80), (1, Self.wrap - 80, Self.wrap - 80),
            (0, Self.wrap - 40, Self.wrap - 40), (1, Self.wrap - 60, Self.wrap - 60),
            (0, 0, Self.wrap), (1, Self.wrap - 40, Self.wrap - 40), (0, 40, Self.wrap + 40),
            (1, Self.wrap - 20, Self.wrap - 20), (1, 0, Self.wrap), (1, 20, Self.wrap + 20),
        ])
    }

    @Test func `one wrong time leaves nothing behind`() {
        check([
            (0, 0, 0), (1, 0, 0), (0, 40, 40), (1, 20, 20), (0, 500_000, 80), (1, 40, 40), (0, 120, 120), (1, 60, 60),
            (0, 160, 160), (1, 80, 80),
        ])
    }

    @Test func `a pause of one stream is not a step while the other continues`() {
        var rows: [Row] = [(0, 0, 0), (1, 0, 0), (0, 40, 40), (1, 20, 20)]
        for frame in 2...100 as ClosedRange<Int64> { rows.append((0, frame * 40, frame * 40)) }
        check(rows + [(1, 3_800, 3_800), (0, 4_040, 4_040), (1, 3_820, 3_820)])
    }

    @Test func `a step ahead is a pause in a format whose clock is never set, such as slides`() {
        check([(0, 0, 0), (0, 40, 40), (0, 8_000, 8_000), (0, 30_000, 30_000)], mayStepAhead: false)
        check([(0, 9_000, 9_000), (0, 9_040, 9_040), (0, 0, 9_080), (0, 40, 9_120)], mayStepAhead: false)
        check([(0, 0, 0), (0, 40, 40), (0, 5_000, 5_000), (0, 1_000, 5_040)], mayStepAhead: false)
    }

    @Test func `a long step ahead of all streams is removed in such a format too`() {
        let before: [Row] = [(0, 0, 0), (1, 0, 0), (0, 40, 40), (1, 20, 20)]
        check(before + [(0, 26_080, 80), (1, 26_040, 40), (0, 26_120, 120)], mayStepAhead: false)
        check(before + [(0, 6_080, 6_080), (1, 6_040, 6_040), (0, 6_120, 6_120)], mayStepAhead: false)
    }

    @Test func `pictures that are seconds apart have no steps`() {
        check([(0, 0, 0), (0, 5_000, 5_000), (0, 10_000, 10_000), (0, 15_500, 15_500)])
    }

    @Test(arguments: [Int64.max, .min, 1 << 60, -1 << 60])
    func `impossible times do not overflow`(time: Int64) {
        var steps = TimeSteps(mayStepAhead: true, shift: .max)
        for other in [0, time, 5, ~time, .max, .min, 7] {
            _ = steps.place(other, of: 0, duration: .max)
            _ = steps.place(other, of: 1, duration: .min)
        }
    }
}

@Suite struct MediaTimelineTests {
    private func packet(_ stream: Int, _ time: Int64) -> MediaTimeline.PacketTimes {
        MediaTimeline.PacketTimes(stream: stream, decode: time, presentation: time + 80_000, duration: 40_000)
    }

    @Test func `a device's times are left as they are`() {
        var timeline = MediaTimeline(.captured, mayStepAhead: true)
        #expect([5, 90_000_000, 0].map { timeline.shift(packet(0, $0), arrival: 1) } == [0, 0, 0])
    }

    @Test func `a recording that loops continues behind its end`() {
        var timeline = MediaTimeline(.recorded, mayStepAhead: true)
        #expect(timeline.shift(packet(0, 0), arrival: 0) == 0)
        #expect(timeline.shift(packet(0, 40_000), arrival: 0) == 0)
        timeline.restart()
        #expect(timeline.shift(packet(0, 0), arrival: 0) == 160_000)
        // Also behind a step.
        #expect(timeline.shift(packet(0, 40_000), arrival: 0) == 160_000)
        #expect(timeline.shift(packet(0, 30_000_000), arrival: 0) == 160_000 - 29_920_000)
        timeline.restart()
        #expect(timeline.shift(packet(0, 0), arrival: 0) == 360_000)
    }

    @Test func `a live source is placed by arrival, again after a step, with its streams in sync`() {
        var timeline = MediaTimeline(.live, mayStepAhead: false)
        func time(_ stream: Int, _ time: Int64, at arrival: Int64) -> Int64 {
            time + timeline.shift(packet(stream, time), arrival: arrival)
        }
        #expect(time(0, 90_000_000, at: 1_000_000) == 1_000_000)
        #expect(time(1, 89_800_000, at: 1_000_000) - 800_000 < 1_000)
        #expect(time(0, 90_040_000, at: 1_040_000) - 1_040_000 < 1_000)
        // The clock is set by 1.5 s, first for the pictures.
        #expect(abs(time(0, 91_580_000, at: 1_080_000) - 1_080_000) < 1_000)
        #expect(abs(time(1, 89_820_000, at: 1_080_000) - 820_000) < 3_000)
        #expect(abs(time(0, 91_620_000, at: 1_120_000) - 1_120_000) < 3_000)
        #expect(abs(time(1, 91_380_000, at: 1_120_000) - 880_000) < 3_000)
    }

    @Test func `a live source that restarts at once continues behind what it had sent`() {
        var timeline = MediaTimeline(.live, mayStepAhead: true)
        func time(_ time: Int64, at arrival: Int64) -> Int64 {
            time + timeline.shift(packet(0, time), arrival: arrival)
        }
        #expect(time(10_000_000, at: 500_000) == 500_000)
        // Packets that were late at first arrive in time.
        #expect(abs(time(10_040_000, at: 440_000) - 540_000) < 1_000)
        #expect(abs(time(0, at: 480_000) - 580_000) < 1_000)
        #expect(abs(time(40_000, at: 520_000) - 620_000) < 1_000)
        timeline.restart()
        #expect(abs(time(7_000_000, at: 560_000) - 660_000) < 2_000)
    }

    @Test func `impossible ends are ignored`() {
        var timeline = MediaTimeline(.recorded, mayStepAhead: true)
        _ = timeline.shift(
            MediaTimeline.PacketTimes(stream: 0, decode: 0, presentation: .max, duration: .max),
            arrival: 0
        )
        timeline.restart()
        #expect(timeline.shift(packet(0, 0), arrival: 0) == 0)
    }
}
