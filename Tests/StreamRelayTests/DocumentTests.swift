import Foundation
import NIOCore
import Testing

@testable import StreamRelay

/// `Protocol.md` has the numbers of this relay.
@Suite struct DocumentTests {
    private let text: String

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Protocol.md")
        text = try String(contentsOf: file, encoding: .utf8)
    }

    @Test func `the costs of requests are as documented`() {
        let (burst, rate) = (Connection.controlTrafficBurst, Connection.controlTrafficPerSecond)
        #expect(text.contains("\(burst) at once, \(rate) a second in the long run; each message counts as"))
        for (what, cost) in [
            ("each message counts as", WorkCost.message), ("a key frame request as", WorkCost.keyFrameRequest),
            ("a ping as", WorkCost.ping), ("the hello of a viewer as", WorkCost.join),
            ("a request of HTTP as", WorkCost.httpRequest),
        ] {
            let (plain, withUnit) = ("\(what) \(cost) more", "\(what) \(cost) bytes more")
            #expect(text.contains(plain) || text.contains(withUnit), "\(what) \(cost)")
        }
        let (burstOfTables, rateOfTables) = (Publication.retainedBurst, Publication.retainedPerSecond)
        #expect(text.contains("\(burstOfTables) at once, \(rateOfTables) a second in the long run"))
    }

    @Test func `other bounds are as documented`() {
        #expect(text.contains("already has \(PeerTable.maximumLingeringCloses) connections that it has refused"))
        #expect(text.contains("many gaps yet (for the relay of this repository \(GapLedger.capacity))"))
        let (unsent, ofBatch) = (Relay.unsentBytes / 1_024, Relay.unsentBytesOfBatch / 1_024)
        #expect(text.contains("at most \(unsent) KiB, with a batch \(ofBatch) KiB"))
        #expect(
            text.contains(
                "forwarded less than \(Publication.clockOffsetRepetition.nanoseconds / 1_000_000_000) seconds"
            )
        )
    }
}
