import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct PublisherSlotTests {
    private var slot = PublisherSlot()
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private let first = InstanceID(high: 0, low: 1)
    private let second = InstanceID(high: 0, low: 2)

    private mutating func take(
        as instance: InstanceID,
        _ connection: SilentPublisher = SilentPublisher(),
        at now: NIODeadline
    ) throws(ProtocolError) -> Stream.Grant {
        try slot.take(.live, as: instance, connection: connection, silenceLimit: .seconds(5), now: now).grant
    }

    @Test mutating func `each grant begins an epoch`() throws {
        #expect(slot.isFree && slot.epoch == 0)
        #expect(try take(as: first, at: start) == Stream.Grant(number: 1, epoch: 1))
        #expect(try take(as: first, at: start) == Stream.Grant(number: 2, epoch: 2))
        slot.epoch = .max
        #expect(try take(as: first, at: start) == Stream.Grant(number: 3, epoch: 1))
    }

    @Test mutating func `the same instance replaces its connection, and the old grant is worth nothing`() throws {
        let lost = SilentPublisher()
        let grant = try take(as: first, lost, at: start)
        let connection = SilentPublisher()
        let result = try slot.take(.live, as: first, connection: connection, silenceLimit: .zero, now: start)
        #expect(result.replaced === lost)
        #expect(slot.connection === connection)
        #expect(!slot.isHeld(by: grant))
        #expect(slot.release(grant, endsStream: true, at: start) == false)
        #expect(slot.isHeld(by: result.grant))
    }

    @Test mutating func `another instance is refused until the grant is released`() throws {
        let grant = try take(as: first, at: start)
        let error = #expect(throws: ProtocolError.self) { try take(as: second, at: start) }
        #expect(error?.code == .streamTaken)
        #expect(slot.isHeld(by: grant))
        #expect(slot.release(grant, endsStream: false, at: start) == true)
        #expect(slot.isFree && slot.connection == nil)
        #expect(try take(as: second, at: start).number == 2)
    }

    @Test mutating func `while the publisher is silent, another one gets a time to retry`() throws {
        let publisher = SilentPublisher()
        _ = try take(as: first, publisher, at: start)
        let limit = publisher.lastActivity + .seconds(5)
        let early = #expect(throws: ProtocolError.self) { try take(as: second, at: limit) }
        #expect(early?.retryAfter == nil)
        let late = #expect(throws: ProtocolError.self) { try take(as: second, at: limit + .nanoseconds(1)) }
        #expect(late?.retryAfter == 5_000)
    }

    @Test mutating func `a stream is over without a publisher, after its end, or when it was abandoned`() throws {
        let time = TimeAmount.seconds(10)
        #expect(slot.isOver(after: time, at: start))
        #expect(!slot.isAbandoned(for: time, at: start))
        let lost = try take(as: first, at: start)
        #expect(!slot.isOver(after: time, at: start + .hours(1)))
        #expect(slot.release(lost, endsStream: false, at: start) == true)
        #expect(!slot.isOver(after: time, at: start + time))
        #expect(slot.isOver(after: time, at: start + time + .nanoseconds(1)))
        #expect(slot.isAbandoned(for: time, at: start + time + .nanoseconds(1)))
        let last = try take(as: first, at: start)
        #expect(slot.release(last, endsStream: true, at: start) == true)
        #expect(slot.isOver(after: time, at: start))
    }
}
