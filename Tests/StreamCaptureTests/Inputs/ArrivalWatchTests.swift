import Testing

@testable import StreamCapture

@Suite("The watch on how a pipe's packets arrive")
struct ArrivalWatchTests {
    /// A packet each 40 ms of media.
    private static let period: Int64 = 40_000

    /// Notes packets until `end`.
    ///
    /// - Parameters:
    ///   - probed: How many were read before the first could be noted; they all come with the last of them.
    ///   - arrival: When a packet comes, by its number, in milliseconds.
    private func watch(
        _ watch: ArrivalWatch = ArrivalWatch(start: 0),
        packets: Range<Int64>,
        probed: Int64 = 0,
        time: (Int64) -> Int64 = { $0 * period },
        arrival: (Int64) -> Int64
    ) -> ArrivalWatch {
        var watch = watch
        for number in packets { watch.note(time(number), arrival: arrival(max(number, probed)) * 1_000) }
        return watch
    }

    @Test("takes for live what comes as fast as it happens", arguments: [0, 25, 120] as [Int64])
    func live(probed: Int64) {
        let found = watch(packets: 0..<probed + 40, probed: probed) { $0 * 40 + $0 * 7_919 % 30 }
        #expect(found.kind == .live)
        // It is known after a second, not before.
        #expect(watch(packets: 0..<probed + 25, probed: probed) { $0 * 40 }.kind == nil)
    }

    @Test("takes for live what is slow, stands still for a while, or comes in groups")
    func slow() {
        #expect(watch(packets: 0..<40) { $0 * 50 }.kind == .live)
        #expect(watch(packets: 0..<90) { $0 * 40 + ($0 > 10 ? 700 : 0) }.kind == .live)
        #expect(watch(packets: 0..<40) { $0 / 6 * 240 }.kind == .live)
        // Held up, in each window, and what was written meanwhile is read at once.
        #expect(watch(packets: 0..<50) { max($0 * 40, $0 * 40 / 500 * 500 + 400) }.kind == .live)
        #expect(watch(packets: 0..<50, probed: 5) { max($0 * 40, $0 * 40 / 900 * 900 + 700) }.kind == .live)
    }

    @Test("takes for live what begins with what there was")
    func backlog() {
        // Two seconds at once, before and after the first packet is noted.
        #expect(watch(packets: 0..<100, probed: 50) { max(0, $0 - 50) * 40 + 20 }.kind == .live)
        #expect(watch(packets: 0..<140) { max(0, $0 - 50) * 40 + $0 / 10 }.kind == .live)
    }

    @Test("takes for recorded what is faster", arguments: [1_300, 2_000, 4_000, 100_000] as [Int64])
    func recorded(perMille: Int64) {
        #expect(watch(packets: 0..<240) { $0 * 40_000 / perMille }.kind == .recorded)
    }

    @Test("knows a recording at once where all of it is there, however short the files that it was joined of")
    func atOnce() {
        #expect(watch(packets: 0..<80) { _ in 5 }.kind == .recorded)
        #expect(watch(packets: 0..<300, time: { $0 % 10 * Self.period }) { _ in 5 }.kind == .recorded)
        var short = watch(packets: 0..<20) { _ in 5 }
        #expect(short.kind == nil)
        short.end()
        #expect(short.kind == .recorded)
    }

    @Test("is not deceived by a writer that has sent a header long before the first packet")
    func lateStart() {
        #expect(watch(packets: 0..<240) { 1_500 + $0 * 40 / 3 }.kind == .recorded)
    }

    @Test("finds out what was converted in real time at first, and not what makes good a delay")
    func lead() {
        let live = watch(packets: 0..<50) { $0 * 40 }
        #expect(live.kind == .live)
        #expect(watch(live, packets: 50..<300) { 2_000 + ($0 - 50) * 30 }.kind == .recorded)
        #expect(watch(live, packets: 50..<300) { max(5_000, $0 * 40) }.kind == .live)
        // Held up when it was measured.
        let held = watch(packets: 0..<80) { $0 * 40 + ((20..<60).contains($0) ? 2_400 - $0 * 30 : 0) }
        #expect(held.kind == .live)
        #expect(watch(held, packets: 80..<300) { $0 * 40 }.kind == .live)
        // A clock that is 200 ppm fast, for six hours.
        #expect(watch(live, packets: 50..<540_000) { $0 * 40 - $0 * 40 / 5_000 }.kind == .live)
    }

    @Test("lets a camera without times give up to 60 pictures a second")
    func untimed() {
        let untimed = ArrivalWatch(start: 0, isTimed: false)
        #expect(watch(untimed, packets: 0..<3_000, probed: 60) { $0 * 1_000 / 60 }.kind == .live)
        #expect(watch(untimed, packets: 0..<300) { $0 }.kind == .recorded)
    }
}
