import NIOCore
import StreamProtocol

/// Counts the messages that the channel holds for a viewer, or for a client that lists streams.
///
/// Messages of a log are shared with it and with other viewers; their ``MemoryCharge`` is kept. Other bytes are the
/// viewer's own: TLS records, and answers to pings.
struct UnsentMessages {
    /// The charges of messages that the system may not have taken, the oldest first.
    private var charges: [MemoryCharge] = []
    /// Bytes of the charges.
    private var shared = 0
    /// The viewer's own bytes that the budget has counted.
    private var own = 0

    /// Bytes that count for the viewer. Some of them count for other viewers too.
    var bytes: Int { shared + own }

    /// The channel was given a message.
    mutating func append(_ charge: MemoryCharge) {
        charges.append(charge)
        shared += charge.bytes
    }

    /// The channel holds `unsent` bytes now.
    mutating func update(_ unsent: Int, in budget: MemoryBudget) {
        if unsent == 0 {
            if !charges.isEmpty { charges.removeAll(keepingCapacity: true) }
            shared = 0
        } else {
            var taken = 0
            while taken < charges.count, shared - charges[taken].bytes >= unsent {
                shared -= charges[taken].bytes
                taken += 1
            }
            if taken > 0 { charges.removeFirst(taken) }
        }
        let own = max(0, unsent - shared)
        guard own != self.own else { return }
        budget.add(own - self.own, to: .viewers)
        self.own = own
    }

    /// The viewer is in a lane or has left.
    mutating func removeAll(in budget: MemoryBudget) {
        update(0, in: budget)
        charges = []
    }
}

/// Counts the memory of a message that has arrived in part, of a publisher or a relay upstream.
struct ReceptionMemory {
    /// A buffer of at most this many bytes is kept although little is left in it.
    static let shrinkThreshold = 64 * 1024

    private let budget: MemoryBudget
    /// Bytes that the budget has counted.
    private(set) var held = 0
    /// The time at which the message began to arrive.
    private(set) var since: NIODeadline?

    init(_ budget: MemoryBudget) {
        self.budget = budget
    }

    /// Reserves the memory that a buffer needs for `count` more bytes behind `end`, the end of its bytes.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/overloaded``.
    mutating func grow(by count: Int, after end: Int, at now: NIODeadline) throws(ProtocolError) {
        if since == nil { since = now }
        guard end + count > held else { return }
        // A ByteBuffer grows to the next power of two.
        let needed = 1 << (Int.bitWidth - (end + count - 1).leadingZeroBitCount)
        guard budget.mayReceive(needed - held, holding: held) else { throw .receptionExceedsMemory }
        take(needed)
    }

    /// Counts the memory that is left after messages were decoded, and shrinks a buffer that is mostly empty.
    ///
    /// - Parameter consumedMessage: Whether a whole message was decoded, so that the rest belongs to another one.
    mutating func compact<Decoder>(_ inbound: inout InboundBuffer<Decoder>, consumedMessage: Bool) {
        if consumedMessage { since = nil }
        if inbound.capacity > Self.shrinkThreshold, inbound.capacity / 4 > inbound.readableBytes { inbound.shrink() }
        settle(inbound.capacity)
    }

    /// Counts the memory that a buffer has now.
    mutating func settle(_ capacity: Int) { take(capacity) }

    /// Gives all memory back; the publisher has left.
    mutating func release() { take(0) }

    private mutating func take(_ bytes: Int) {
        budget.add(bytes - held, to: .publishers)
        held = bytes
    }
}
