import NIOCore
import Testing

@testable import StreamRelay

@Suite struct PassingReceiveBufferTests {
    /// What NIO keeps shows by who else holds the buffer that it hands out.
    @Test func nothingIsKeptButTheFirstFewBytes() {
        var pool = NIOPooledRecvBufferAllocator(capacity: 1, recvAllocator: PassingReceiveBuffer())
        var first = read(PassingReceiveBuffer.first, by: &pool)
        #expect(first.capacity == PassingReceiveBuffer.first)
        #expect(first.modifyIfUniquelyOwned { _ in } == nil)
        for count in [PassingReceiveBuffer.further, 1, PassingReceiveBuffer.first] {
            var further = read(count, by: &pool)
            #expect(further.capacity == PassingReceiveBuffer.further)
            #expect(further.modifyIfUniquelyOwned { _ in } != nil)
        }
        #expect(pool.count == 1)
    }

    private func read(_ count: Int, by pool: inout NIOPooledRecvBufferAllocator) -> ByteBuffer {
        let (buffer, _) = pool.buffer(allocator: ByteBufferAllocator()) { buffer in
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: 0) { min(count, $0.count) }
        }
        pool.record(actualReadBytes: count)
        return buffer
    }
}
