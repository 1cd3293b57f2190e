import NIOCore
import Testing

@testable import StreamRelay

@Suite struct WriteProgressTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    private let limit = TimeAmount.seconds(7)

    @Test func `a viewer that takes nothing of what waits is stalled after its limit`() {
        var progress = WriteProgress()
        let findings = [0, 1, 7, 8].map {
            progress.update(taken: 100, isPending: true, limit: limit, at: start + .seconds($0))
        }
        #expect(findings == [.progress, .none, .none, .stalled])
    }

    @Test func `whatever a viewer takes restarts the time`() {
        var progress = WriteProgress()
        for second in 0...100 as ClosedRange<Int64> {
            let status = progress.update(
                taken: UInt64(1 + second / 6),
                isPending: true,
                limit: limit,
                at: start + .seconds(second)
            )
            #expect(status != .stalled)
        }
    }

    @Test func `a viewer for which nothing waits is not stalled`() {
        var progress = WriteProgress()
        _ = progress.update(taken: 1, isPending: true, limit: limit, at: start)
        let idle = progress.update(taken: 0, isPending: false, limit: limit, at: start + .seconds(60))
        #expect(idle == .idle)
        #expect(progress.idleTime(at: start + .seconds(60)) == .zero)
        let again = progress.update(taken: 1, isPending: true, limit: limit, at: start + .seconds(61))
        #expect(again != .stalled)
    }
}

@Suite struct FrameReceiptTests {
    private var receipt = FrameReceipt()

    @Test mutating func `frames are received when there are more of them, and more bytes are acknowledged`() {
        #expect(receipt.update(frames: 0, acknowledged: 500) == false, "the welcome")
        #expect(receipt.update(frames: 3, acknowledged: 900) == true)
        #expect(receipt.update(frames: 3, acknowledged: 950) == false, "a ping")
        #expect(receipt.update(frames: 9, acknowledged: 950) == false, "nothing arrives")
        #expect(receipt.update(frames: 9, acknowledged: 2_000) == false, "no frame since the last call")
        #expect(receipt.update(frames: 10, acknowledged: 2_500) == true)
    }
}
