import NIOCore
import Testing

@testable import StreamHTTP

@Suite struct EvictionOrderTests {
    private var order = EvictionOrder(capacity: 3)
    private let now = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private mutating func fill() -> [UInt64] {
        (0..<3).map { order.open(at: now + .seconds($0)).id }
    }

    @Test mutating func `no connection is closed while there is room`() {
        for second in 0..<3 as Range<Int64> { #expect(order.open(at: now + .seconds(second)).evicted == nil) }
        #expect(order.count == 3)
    }

    @Test mutating func `the connection that is silent for longest makes room`() {
        let ids = fill()
        order.recordActivity(ids[0], at: now + .seconds(10))
        #expect(order.open(at: now + .seconds(11)).evicted == ids[1])
        #expect(order.open(at: now + .seconds(12)).evicted == ids[2])
        #expect(order.open(at: now + .seconds(13)).evicted == ids[0])
        #expect(order.count == 3)
    }

    @Test mutating func `a connection whose request is being answered is closed last`() {
        let ids = fill()
        order.setResponding(ids[0], true, at: now)
        #expect(order.open(at: now + .seconds(20)).evicted == ids[1])
        #expect(order.evict() == ids[2])
        order.setResponding(ids[0], false, at: now + .seconds(21))
        #expect(order.evict() == 4)
        #expect(order.evict() == ids[0])
        #expect(order.evict() == nil)
    }

    @Test mutating func `where all are being answered, the oldest is closed`() {
        let ids = fill()
        for id in ids { order.setResponding(id, true, at: now + .seconds(Int64(30 - id))) }
        #expect(order.open(at: now + .seconds(40)).evicted == ids[2])
    }

    @Test mutating func `a connection that closes by itself makes room`() {
        let ids = fill()
        order.closed(ids[1])
        #expect(order.open(at: now).evicted == nil)
        order.recordActivity(ids[1], at: now)
        #expect(order.count == 3)
    }
}
