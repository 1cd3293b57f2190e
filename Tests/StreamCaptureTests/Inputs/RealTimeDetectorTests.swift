import Testing

@testable import StreamCapture

@Suite struct RealTimeDetectorTests {
    /// One packet per 40 ms of media.
    private static let period: Int64 = 40_000

    /// Observes packets until `end`.
    ///
    /// - Parameters:
    ///   - probed: The number of packets read before the first observation; all arrive with the last of them.
    ///   - arrival: The arrival of a packet by its number, in milliseconds.
    private func detector(
        _ detector: RealTimeDetector = RealTimeDetector(start: 0),
        packets: Range<Int64>,
        probed: Int64 = 0,
        time: (Int64) -> Int64 = { $0 * period },
        arrival: (Int64) -> Int64
    ) -> RealTimeDetector {
        var detector = detector
        for number in packets { detector.note(time(number), arrival: arrival(max(number, probed)) * 1_000) }
        return detector
    }

    @Test(arguments: [0, 25, 120] as [Int64])
    func `packets that arrive in real time are live`(probed: Int64) {
        let found = detector(packets: 0..<probed + 40, probed: probed) { $0 * 40 + $0 * 7_919 % 30 }
        #expect(found.kind == .live)
        // The result is known after a second, not before.
        #expect(detector(packets: 0..<probed + 25, probed: probed) { $0 * 40 }.kind == nil)
    }

    @Test func `packets that arrive slowly, after pauses or in groups are live`() {
        #expect(detector(packets: 0..<40) { $0 * 50 }.kind == .live)
        #expect(detector(packets: 0..<90) { $0 * 40 + ($0 > 10 ? 700 : 0) }.kind == .live)
        #expect(detector(packets: 0..<40) { $0 / 6 * 240 }.kind == .live)
        // Delayed in each window; the packets written meanwhile are read at once.
        #expect(detector(packets: 0..<50) { max($0 * 40, $0 * 40 / 500 * 500 + 400) }.kind == .live)
        #expect(detector(packets: 0..<50, probed: 5) { max($0 * 40, $0 * 40 / 900 * 900 + 700) }.kind == .live)
    }

    @Test func `live packets may begin with a backlog`() {
        // Two seconds at once, before and after the first observation.
        #expect(detector(packets: 0..<100, probed: 50) { max(0, $0 - 50) * 40 + 20 }.kind == .live)
        #expect(detector(packets: 0..<140) { max(0, $0 - 50) * 40 + $0 / 10 }.kind == .live)
    }

    @Test(arguments: [1_300, 2_000, 4_000, 100_000] as [Int64])
    func `packets that arrive faster than real time are recorded`(perMille: Int64) {
        #expect(detector(packets: 0..<240) { $0 * 40_000 / perMille }.kind == .recorded)
    }

    @Test func `a recording is recognised at once where all of it is there, also of joined short files`() {
        #expect(detector(packets: 0..<80) { _ in 5 }.kind == .recorded)
        #expect(detector(packets: 0..<300, time: { $0 % 10 * Self.period }) { _ in 5 }.kind == .recorded)
        var short = detector(packets: 0..<20) { _ in 5 }
        #expect(short.kind == nil)
        short.end()
        #expect(short.kind == .recorded)
    }

    @Test func `a header long before the first packet does not mislead`() {
        #expect(detector(packets: 0..<240) { 1_500 + $0 * 40 / 3 }.kind == .recorded)
    }

    @Test func `a converter that runs in real time only at first is recorded, one that catches up is live`() {
        let live = detector(packets: 0..<50) { $0 * 40 }
        #expect(live.kind == .live)
        #expect(detector(live, packets: 50..<300) { 2_000 + ($0 - 50) * 30 }.kind == .recorded)
        #expect(detector(live, packets: 50..<300) { max(5_000, $0 * 40) }.kind == .live)
        // Delayed during the measurement.
        let held = detector(packets: 0..<80) { $0 * 40 + ((20..<60).contains($0) ? 2_400 - $0 * 30 : 0) }
        #expect(held.kind == .live)
        #expect(detector(held, packets: 80..<300) { $0 * 40 }.kind == .live)
        // A clock that is 200 ppm fast, for six hours.
        #expect(detector(live, packets: 50..<540_000) { $0 * 40 - $0 * 40 / 5_000 }.kind == .live)
    }

    @Test func `a camera without times may give up to 60 pictures a second`() {
        let untimed = RealTimeDetector(start: 0, isTimed: false)
        #expect(detector(untimed, packets: 0..<3_000, probed: 60) { $0 * 1_000 / 60 }.kind == .live)
        #expect(detector(untimed, packets: 0..<300) { $0 }.kind == .recorded)
    }
}
