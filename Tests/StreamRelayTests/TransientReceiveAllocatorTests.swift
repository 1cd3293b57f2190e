import NIOCore
import Testing

@testable import StreamRelay

@Suite struct TransientReceiveAllocatorTests {
    /// Whether NIO keeps a buffer shows in whether the buffer has another reference.
    @Test func `only the first few bytes are kept`() {
        var pool = NIOPooledRecvBufferAllocator(capacity: 1, recvAllocator: TransientReceiveAllocator())
        var first = read(TransientReceiveAllocator.first, by: &pool)
        #expect(first.capacity == TransientReceiveAllocator.first)
        #expect(first.modifyIfUniquelyOwned { _ in } == nil)
        for count in [TransientReceiveAllocator.furtherCapacity, 1, TransientReceiveAllocator.first] {
            var further = read(count, by: &pool)
            #expect(further.capacity == TransientReceiveAllocator.furtherCapacity)
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
