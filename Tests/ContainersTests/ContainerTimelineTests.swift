import Containers
import Testing
import TestSupport

/// The time line through epochs, discontinuities and clocks of any origin.
struct ContainerTimelineTests {
    private static func decode(
        _ timeline: inout ContainerTimeline,
        _ track: UInt32,
        _ time: Int64,
        epoch: UInt32 = 1,
        breaks: Bool = false,
        pause: Int64 = 0
    ) -> Int64 {
        timeline.place(
            track: track,
            decodeTime: time,
            presentationTime: time,
            epoch: epoch,
            isDiscontinuous: breaks,
            pause: pause
        ).decodeTime
    }

    @Test func `a clock that begins late enough is the time line`() {
        var timeline = ContainerTimeline()
        #expect(Self.decode(&timeline, 0, 5_000_000) == 5_000_000)
        #expect(Self.decode(&timeline, 1, 4_900_000) == 4_900_000)
        // A gap is a jump of its duration.
        #expect(Self.decode(&timeline, 0, 65_000_000) == 65_000_000)
    }

    @Test(arguments: [Int64.min, -7_000_000, 0, 999_999])
    func `an earlier clock is moved to the lead`(_ start: Int64) {
        var timeline = ContainerTimeline()
        #expect(Self.decode(&timeline, 0, start) == ContainerTimeline.lead)
        guard start > .min else { return }
        #expect(Self.decode(&timeline, 1, start - 400_000) == ContainerTimeline.lead - 400_000)
        #expect(Self.decode(&timeline, 0, start + 40_000) == ContainerTimeline.lead + 40_000)
    }

    @Test func `presentation keeps its distance from decoding`() {
        var timeline = ContainerTimeline()
        let first = timeline.place(track: 0, decodeTime: 0, presentationTime: 80_000, epoch: 1)
        #expect(first.presentationTime - first.decodeTime == 80_000)
        let late = timeline.place(track: 0, decodeTime: 40_000, presentationTime: 0, epoch: 1)
        #expect(late.presentationTime == late.decodeTime)
    }

    @Test func `a new epoch follows the pause, with all tracks in step`() {
        var timeline = ContainerTimeline()
        _ = Self.decode(&timeline, 0, 5_000_000)
        _ = Self.decode(&timeline, 1, 5_010_000)
        let placed = timeline.place(track: 0, decodeTime: 77, presentationTime: 77, epoch: 2, pause: 3_000_000)
        #expect(placed.isDiscontinuous && placed.decodeTime == 8_010_000)
        #expect(Self.decode(&timeline, 1, 57, epoch: 2) == 8_009_980)
    }

    @Test func `a new epoch without a known pause keeps the least distance`() {
        var timeline = ContainerTimeline()
        _ = Self.decode(&timeline, 0, 5_000_000)
        #expect(Self.decode(&timeline, 0, -4, epoch: 9) == 5_000_000 + ContainerTimeline.breakLead)
    }

    @Test func `tracks pass one discontinuity together`() {
        var timeline = ContainerTimeline()
        _ = Self.decode(&timeline, 0, 9_000_000)
        _ = Self.decode(&timeline, 1, 9_000_000)
        let picture = Self.decode(&timeline, 0, 1_000, breaks: true)
        // The other track still has frames of before.
        #expect(Self.decode(&timeline, 1, 9_021_333) == 9_021_333)
        let sound = Self.decode(&timeline, 1, 1_000, breaks: true)
        #expect(picture == sound)
        #expect(Self.decode(&timeline, 1, 22_333) == sound + 21_333)
        #expect(Self.decode(&timeline, 0, 41_000) == picture + 40_000)
    }

    @Test func `a clock that goes back without a flag is a discontinuity`() {
        var timeline = ContainerTimeline()
        _ = Self.decode(&timeline, 0, 9_000_000)
        let placed = timeline.place(track: 0, decodeTime: 2_000_000, presentationTime: 2_000_000, epoch: 1)
        #expect(placed.isDiscontinuous && placed.decodeTime == 9_000_000 + ContainerTimeline.breakLead)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `times never go back, whatever comes`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var timeline = ContainerTimeline()
        var last: [UInt32: Int64] = [:]
        for _ in 0..<300 {
            let track = UInt32.random(in: 0..<3, using: &random)
            let shift = Int.random(in: 0..<64, using: &random)
            let time = Int64.random(in: .min ... .max, using: &random) >> Int64(shift)
            let placed = timeline.place(
                track: track,
                decodeTime: time,
                presentationTime: .random(in: .min ... .max, using: &random),
                epoch: .random(in: 1...3, using: &random),
                isDiscontinuous: Int.random(in: 0..<8, using: &random) == 0,
                pause: .random(in: .min ... .max, using: &random)
            )
            #expect(placed.decodeTime >= last[track] ?? 0 && placed.presentationTime >= placed.decodeTime)
            last[track] = placed.decodeTime
        }
    }
}
