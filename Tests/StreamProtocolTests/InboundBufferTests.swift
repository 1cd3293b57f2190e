import NIOCore
import StreamProtocol
import Testing

@Suite struct InboundBufferTests {
    /// Takes two bytes at a time, and fails on a zero.
    private struct PairDecoder: InboundDecoder {
        struct ZeroError: Error, Equatable {}

        mutating func next(from buffer: inout ByteBuffer) throws(ZeroError) -> [UInt8]? {
            guard let pair = buffer.readBytes(length: 2) else { return nil }
            if pair.contains(0) { throw ZeroError() }
            return pair
        }
    }

    @Test func `items that arrive in pieces are decoded once they are whole`() throws {
        var inbound = InboundBuffer(PairDecoder())
        inbound.append(ByteBuffer(bytes: [1, 2, 3]))
        let first = [try inbound.next(), try inbound.next()]
        #expect(first == [[1, 2], nil])
        inbound.append(ByteBuffer(bytes: [4, 5]))
        let second = [try inbound.next(), try inbound.next()]
        #expect(second == [[3, 4], nil])
        #expect(inbound.readableBytes == 1)
    }

    @Test func `no memory is held once everything is decoded`() throws {
        var inbound = InboundBuffer(PairDecoder())
        inbound.append(ByteBuffer(bytes: [1, 2]))
        _ = try inbound.next()
        #expect(inbound.capacity == 0 && inbound.writerIndex == 0)
    }

    @Test func `a failure drops the bytes`() {
        var inbound = InboundBuffer(PairDecoder())
        inbound.append(ByteBuffer(bytes: [1, 0, 2, 3]))
        #expect(throws: PairDecoder.ZeroError()) { try inbound.next() }
        #expect(inbound.readableBytes == 0)
    }

    @Test func `decoded bytes and spare capacity are given back`() throws {
        var inbound = InboundBuffer(PairDecoder())
        inbound.append(ByteBuffer(repeating: 1, count: 4_097))
        while try inbound.next() != nil {}
        #expect(inbound.writerIndex == 4_097)
        inbound.discardReadBytes()
        #expect(inbound.writerIndex == 1)
        inbound.shrink()
        #expect(inbound.capacity < 4_096 && inbound.readableBytes == 1)
    }
}
