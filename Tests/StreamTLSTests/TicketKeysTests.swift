#if SystemTLS && os(Linux)
    import Platform
    import Testing

    @testable import StreamTLS

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    @Suite struct TicketKeysTests {
        private final class Clock: Sendable {
            private let time = Mutex(Date(timeIntervalSince1970: 1_000_000))

            var now: Date { time.withLock { $0 } }
            func advance(by periods: Double) { time.withLock { $0 += periods * TicketKeys.period } }
        }

        private func keys(_ secret: String, _ clock: Clock) -> TicketKeys {
            TicketKeys(secret: Array(secret.utf8), clock: { clock.now })
        }

        private func knows(_ keys: TicketKeys, _ key: TicketKeys.Key) -> Bool {
            key.name.withUnsafeBytes { keys.key(named: $0)?.cipher == key.cipher }
        }

        @Test func `the keys follow from the secret`() {
            let clock = Clock()
            let key = keys("a", clock).current
            #expect([key.name.count, key.cipher.count, key.mac.count] == [16, 32, 32])
            #expect(knows(keys("a", clock), key))
            #expect(!knows(keys("b", clock), key))
        }

        @Test func `a key encrypts for one period, and is taken for one more`() {
            let clock = Clock()
            let all = keys("a", clock)
            let first = all.current
            clock.advance(by: 1)
            #expect(all.current.name != first.name && knows(all, first))
            clock.advance(by: 1)
            #expect(!knows(all, first))
        }

        @Test func `a relay whose clock is behind takes the next key`() {
            let (early, late) = (Clock(), Clock())
            late.advance(by: 1)
            #expect(knows(keys("a", early), keys("a", late).current))
        }
    }
#endif
