import StreamClient
import TestSupport
import Testing

@Suite struct BackoffTests {
    private var generator = SeededGenerator(seed: 1)

    @Test mutating func `the delay doubles up to the maximum, with jitter`() {
        var backoff = Backoff(minimum: .milliseconds(200), maximum: .seconds(10))
        var ceiling = Duration.milliseconds(200)
        for _ in 0..<100 {
            let wait = backoff.next(using: &generator)
            #expect((ceiling / 2...ceiling).contains(wait))
            ceiling = min(ceiling * 2, .seconds(10))
        }
    }

    @Test mutating func `two clients do not wait for the same time`() {
        var waits: Set<Duration> = []
        for _ in 0..<20 {
            var backoff = Backoff(minimum: .seconds(100), maximum: .seconds(100))
            waits.insert(backoff.next(using: &generator))
        }
        #expect(waits.count == 20)
    }

    @Test mutating func `the delay starts again after a connection that lasted`() {
        var backoff = Backoff(minimum: .seconds(1), maximum: .seconds(64), stableAfter: .seconds(10))
        for _ in 0..<6 { _ = backoff.next(using: &generator) }
        #expect(backoff.next(afterConnectionOf: .seconds(1), using: &generator) >= .seconds(32))
        #expect(backoff.next(afterConnectionOf: .seconds(10), using: &generator) <= .seconds(1))
    }

    @Test mutating func `a connection takes a failure back for each fifth of that time`() {
        var backoff = Backoff(minimum: .seconds(1), maximum: .seconds(64), stableAfter: .seconds(10))
        for _ in 0..<4 { _ = backoff.next(using: &generator) }
        #expect(4...8 ~= backoff.next(afterConnectionOf: .seconds(3), using: &generator) / .seconds(1))
        #expect(1...2 ~= backoff.next(afterConnectionOf: .milliseconds(7_900), using: &generator) / .seconds(1))
        #expect(backoff.next(afterConnectionOf: .seconds(8), using: &generator) <= .seconds(1))
    }

    @Test mutating func `a delay can be printed`() {
        var backoff = Backoff()
        for _ in 0..<20 {
            let wait = backoff.next(using: &generator)
            #expect(wait == .milliseconds(Int64(wait / .milliseconds(1))), "\(wait)")
        }
    }

    @Test mutating func `a delay that the relay asks for is kept`() {
        var backoff = Backoff(minimum: .milliseconds(1), maximum: .milliseconds(5))
        let wait = backoff.next(requested: .seconds(20), using: &generator)
        #expect((Duration.seconds(20)...Duration.seconds(25)).contains(wait))
        #expect(backoff.next(requested: .seconds(1_000_000), using: &generator) <= Backoff.maximumRequestedWait * 1.25)
    }
}
