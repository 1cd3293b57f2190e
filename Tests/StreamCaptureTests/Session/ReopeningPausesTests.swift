import Testing

@testable import StreamCapture

@Suite("Pauses before an input is opened again")
struct ReopeningPausesTests {
    @Test("grow, and each reason is said once, for as long as the input is away")
    func away() {
        var pauses = ReopeningPauses()
        pauses.opened(at: 0)
        var (now, waited, said): (Int64, [Int64], Int) = (0, [], 0)
        for _ in 0..<8 {
            let (pause, isNews) = pauses.lost("It does not answer.", at: now)
            now += pause
            waited.append(pause / 1_000)
            said += isNews ? 1 : 0
        }
        #expect(waited == [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000])
        #expect(said == 1)
        #expect(pauses.lost("There is no way to it.", at: now).isNews)
    }

    @Test("begin anew when it was there for long")
    func back() {
        var pauses = ReopeningPauses()
        for _ in 0..<5 { _ = pauses.lost("It has ended.", at: 0) }
        pauses.opened(at: 1_000_000)
        // Not for long.
        #expect(pauses.lost("It has ended.", at: 2_000_000).pause == ReopeningPauses.longest)
        pauses.opened(at: 3_000_000)
        let again = pauses.lost("It has ended.", at: 20_000_000)
        #expect(again.pause == ReopeningPauses.first && again.isNews)
    }
}
