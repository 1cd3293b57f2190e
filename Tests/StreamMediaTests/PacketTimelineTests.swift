import Testing

@testable import StreamMedia

@Suite struct PacketTimelineTests {
    private typealias Times = PacketTimeline.Times

    @Test func `times are kept as they are, also below 0`() {
        var line = PacketTimeline()
        #expect(line.times(decode: -40, presentation: 0, duration: 40) == Times(decode: -40, presentation: 0))
        #expect(line.times(decode: 0, presentation: 120, duration: 40) == Times(decode: 0, presentation: 120))
        #expect(line.times(decode: 40, presentation: 40, duration: 40) == Times(decode: 40, presentation: 40))
    }

    @Test func `missing times are computed`() {
        var line = PacketTimeline()
        #expect(line.times(decode: nil, presentation: nil, duration: 40) == Times(decode: 0, presentation: 0))
        #expect(line.times(decode: nil, presentation: nil, duration: 40) == Times(decode: 40, presentation: 40))
        let reordered = line.times(decode: nil, presentation: 200, reorderingDelay: 80, duration: 40)
        #expect(reordered == Times(decode: 120, presentation: 200))
        #expect(line.times(decode: 130, presentation: nil, duration: 40) == Times(decode: 130, presentation: 130))
    }

    @Test func `decode times never go back, and presentation never precedes decoding`() {
        var line = PacketTimeline()
        _ = line.times(decode: 1000, presentation: 1000, duration: 40)
        #expect(line.times(decode: 990, presentation: 995, duration: 40) == Times(decode: 1000, presentation: 1000))
        #expect(line.times(decode: 2000, presentation: 1500, duration: 40) == Times(decode: 1500, presentation: 1500))
    }

    @Test func `a restart of the source is reported`() {
        var line = PacketTimeline()
        _ = line.times(decode: 60_000_000, presentation: 60_000_000, duration: 40)
        let again = line.times(decode: 0, presentation: 0, duration: 40)
        #expect(again == Times(decode: 0, presentation: 0, isDiscontinuous: true))
        #expect(line.times(decode: 40, presentation: 40, duration: 40) == Times(decode: 40, presentation: 40))
    }

    @Test(arguments: [Int64.min, .max, .max - 1])
    func `impossible times are ignored`(time: Int64) {
        var line = PacketTimeline()
        _ = line.times(decode: 5, presentation: 5, duration: 40)
        #expect(line.times(decode: time, presentation: time, duration: .max) == Times(decode: 45, presentation: 45))
        _ = line.times(decode: 1 << 60, presentation: 1 << 60, reorderingDelay: 1 << 40, duration: .max)
        _ = line.times(decode: nil, presentation: nil, duration: 40)
        _ = line.times(decode: -1 << 60, presentation: -1 << 60, reorderingDelay: 1 << 40, duration: .min)
    }
}
