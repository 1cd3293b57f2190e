import NIOCore
import StreamProtocol

/// The memory of what a publisher has sent of a message that is not whole yet.
struct ReceptionMemory {
    /// Bytes of a buffer that is kept although little is left in it.
    static let kept = 64 * 1024

    private let budget: MemoryBudget
    /// Bytes that the budget has counted.
    private(set) var held = 0
    /// When the message began that is not whole.
    private(set) var since: NIODeadline?

    init(_ budget: MemoryBudget) {
        self.budget = budget
    }

    /// Asks for what a buffer needs that takes `count` bytes more.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/overloaded``.
    mutating func grow(by count: Int, after buffer: ByteBuffer?, at now: NIODeadline) throws(ProtocolError) {
        if since == nil { since = now }
        let end = (buffer?.writerIndex ?? 0) + count
        guard end > held else { return }
        // As a ByteBuffer grows: to the next power of two.
        let needed = 1 << (Int.bitWidth - (end - 1).leadingZeroBitCount)
        guard budget.mayReceive(needed - held, holding: held) else { throw .receivingTooMuch }
        take(needed)
    }

    /// What is left after messages were taken, in memory of its size.
    ///
    /// - Parameter tookAny: Whether a whole message was there, so that what is left is of another one.
    mutating func settle(_ buffer: ByteBuffer?, tookAny: Bool) -> ByteBuffer? {
        if tookAny { since = nil }
        guard var buffer else {
            take(0)
            return nil
        }
        if buffer.capacity > Self.kept, buffer.capacity / 4 > buffer.readableBytes {
            buffer = ByteBuffer(bytes: buffer.readableBytesView)
        }
        take(buffer.capacity)
        return buffer
    }

    /// The publisher is gone.
    mutating func giveBack() { take(0) }

    private mutating func take(_ bytes: Int) {
        budget.add(bytes - held, to: .publishers)
        held = bytes
    }
}
