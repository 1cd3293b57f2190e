import NIOCore
import Testing

@testable import StreamClient

@Suite struct ReceiveWindowTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    /// The size after so many seconds at so many bytes a second.
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
    func holdsAQuarterOfASecond(rate: Int, expected: Int) {
        var window = ReceiveWindow(at: start)
        #expect(size(at: rate, seconds: 3, in: &window, from: start) == expected)
    }

    @Test func shrinksAfterABurst() {
        var window = ReceiveWindow(at: start)
        #expect(size(at: 2_000_000, seconds: 1, in: &window, from: start) == 500_000)
        #expect(size(at: 1_500_000, seconds: 2, in: &window, from: start + .seconds(1)) == 500_000, "is near enough")
        #expect(size(at: 400_000, seconds: 2, in: &window, from: start + .seconds(3)) == 100_000)
    }

    @Test func growsOutOfTooSmallAWindow() {
        // 100 ms of round trip: what comes in a second is ten windows.
        var window = ReceiveWindow(at: start)
        var now = start
        for _ in 0..<10 {
            now = now + .seconds(1)
            _ = window.received(min(window.size * 10, 5_000_000), at: now)
        }
        #expect(window.size == 1_250_000)
    }
}
