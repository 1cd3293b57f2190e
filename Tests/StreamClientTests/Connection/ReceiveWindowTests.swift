import NIOCore
import Testing

@testable import StreamClient

@Suite struct ReceiveWindowTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    /// The size after some seconds at a rate in bytes per second.
    private func size(at rate: Int, seconds: Int64, in window: inout ReceiveWindow, from begin: NIODeadline) -> Int {
        for tenth in 1...seconds * 10 {
            _ = window.received(rate / 10, at: begin + .milliseconds(tenth * 100))
        }
        return window.size
    }

    @Test(arguments: [
        (10_000, ReceiveWindow.minimum), (1_000_000, 250_000), (10_000_000, 2_500_000),
        (1_000_000_000, ReceiveWindow.maximum),
    ])
    func `the window holds a quarter of a second`(rate: Int, expected: Int) {
        var window = ReceiveWindow(at: start)
        #expect(size(at: rate, seconds: 3, in: &window, from: start) == expected)
    }

    @Test func `the window shrinks after a burst`() {
        var window = ReceiveWindow(at: start)
        #expect(size(at: 2_000_000, seconds: 1, in: &window, from: start) == 500_000)
        #expect(size(at: 1_500_000, seconds: 2, in: &window, from: start + .seconds(1)) == 500_000, "is near enough")
        #expect(size(at: 400_000, seconds: 2, in: &window, from: start + .seconds(3)) == 100_000)
    }

    @Test func `the window grows where it is too small`() {
        // With a round trip of 100 ms, ten windows arrive in a second.
        var window = ReceiveWindow(at: start)
        var now = start
        for _ in 0..<10 {
            now = now + .seconds(1)
            _ = window.received(min(window.size * 10, 5_000_000), at: now)
        }
        #expect(window.size == 1_250_000)
    }
}
