import NIOCore
import Testing

@testable import StreamRelay

/// How long a connection stays open after the relay's last message.
@Suite struct LingeringCloseTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    @Test func `usually the close lingers for a moment, whatever the peer sends`() {
        var close = LingeringClose(at: Self.start)
        close.acknowledged(1, at: Self.start + .milliseconds(900))
        #expect(!close.hasExpired(at: Self.start + .seconds(1)))
        #expect(close.hasExpired(at: Self.start + .milliseconds(1_001)))
    }

    @Test func `a patient close is prolonged by whatever the peer takes`() {
        var close = LingeringClose(at: Self.start, extensionTime: .seconds(15))
        #expect(!close.hasExpired(at: Self.start + .seconds(15)))
        close.acknowledged(1, at: Self.start + .seconds(10))
        close.acknowledged(1, at: Self.start + .seconds(20))
        #expect(!close.hasExpired(at: Self.start + .seconds(25)))
        #expect(close.hasExpired(at: Self.start + .seconds(26)))
    }

    @Test func `a patient close has an end`() {
        var close = LingeringClose(at: Self.start, extensionTime: .seconds(15))
        for second in stride(from: Int64(10), through: 200, by: 10) {
            close.acknowledged(UInt64(second), at: Self.start + .seconds(second))
        }
        #expect(!close.hasExpired(at: Self.start + LingeringClose.maximumTimeout))
        #expect(close.hasExpired(at: Self.start + LingeringClose.maximumTimeout + .nanoseconds(1)))
    }

    @Test func `a ping interval of minutes does not move the end`() {
        let close = LingeringClose(at: Self.start, extensionTime: .minutes(30))
        #expect(!close.hasExpired(at: Self.start + LingeringClose.maximumTimeout))
        #expect(close.hasExpired(at: Self.start + LingeringClose.maximumTimeout + .nanoseconds(1)))
    }
}
