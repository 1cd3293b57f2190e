import NIOCore
import StreamProtocol

/// How clients leave a relay that drains while other relays take its streams over: one stream after the other. So each
/// stream is away for a short time, and no other relay gets all clients at once.
enum Handover {
    /// Streams leave in so many steps, with so much time between them: a second in all. A client is away for its own
    /// stream's step only.
    static let steps = 20
    static let interval = TimeAmount.milliseconds(50)

    /// Viewers of a stream come back at this rate, in each millisecond. An estimate: `scripts/acceptance rolling` has 2,360
    /// viewers of one relay return within two seconds, without TLS.
    private static let returnsPerMillisecond = 2
    /// Milliseconds until the first viewer comes back. A publisher is back after at most 200 (250 for a client that adds
    /// a random part, as streamd does).
    private static let firstReturn = 250
    /// Milliseconds until the last viewer of a small stream comes back, and of a large one.
    private static let shortestSpread = 400
    private static let longestSpread = 1_000

    /// The step in which the clients of a stream leave, below ``steps``. The same on every event loop.
    static func step(of stream: StreamName) -> Int {
        Int(UInt(bitPattern: stream.hashValue) % UInt(steps))
    }

    /// Milliseconds after which the viewers of a stream come back, at random.
    static func returns(ofViewers viewers: Int) -> ClosedRange<UInt32> {
        let last = min(firstReturn + viewers / returnsPerMillisecond, longestSpread)
        return UInt32(firstReturn)...UInt32(max(last, shortestSpread))
    }
}
