import Testing

@testable import StreamCapture

@Suite struct ReopeningBackoffTests {
    @Test func `pauses grow while the input is away, and each reason is logged once`() {
        var backoff = ReopeningBackoff()
        backoff.opened(at: 0)
        var (now, waited, reported): (Int64, [Int64], Int) = (0, [], 0)
        for _ in 0..<8 {
            let (pause, isNewMessage) = backoff.lost("It does not answer.", at: now)
            now += pause
            waited.append(pause / 1_000)
            reported += isNewMessage ? 1 : 0
        }
        #expect(waited == [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000])
        #expect(reported == 1)
        #expect(backoff.lost("There is no way to it.", at: now).isNewMessage)
    }

    @Test func `pauses start again after the input was there for long`() {
        var backoff = ReopeningBackoff()
        for _ in 0..<5 { _ = backoff.lost("It has ended.", at: 0) }
        backoff.opened(at: 1_000_000)
        // The input was not open for long.
        #expect(backoff.lost("It has ended.", at: 2_000_000).pause == ReopeningBackoff.longest)
        backoff.opened(at: 3_000_000)
        let again = backoff.lost("It has ended.", at: 20_000_000)
        #expect(again.pause == ReopeningBackoff.first && again.isNewMessage)
    }
}
