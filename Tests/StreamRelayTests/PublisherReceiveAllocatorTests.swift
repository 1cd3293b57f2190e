import NIOCore
import Testing

@testable import StreamRelay

@Suite struct PublisherReceiveAllocatorTests {
    /// The frames of a stream of 2 Mbit/s: their sizes vary around 8 KiB, and a key frame is six times as long.
    private let sizes = (0..<600).map { $0 % 60 == 0 ? 48_000 : [5_000, 12_000, 3_000, 3_500][$0 % 4] }

    @Test func `after a group of pictures a frame is one read`() {
        var pool = NIOPooledRecvBufferAllocator(capacity: 4, recvAllocator: PublisherReceiveAllocator())
        for size in sizes.prefix(61) { _ = reads(of: size, by: &pool) }
        for size in sizes.dropFirst(61) {
            let count = reads(of: size, by: &pool)
            #expect(count == 1)
        }
    }

    @Test func `a buffer grows with what fills it, up to the largest, and stays`() {
        var allocator = PublisherReceiveAllocator()
        var sizes: [Int] = []
        repeat { sizes.append(allocator.nextBufferSize() ?? 0) } while allocator.record(actualReadBytes: .max)
        #expect(sizes == [2, 4, 8, 16, 32, 64].map { $0 * 1024 })
        let grows = allocator.record(actualReadBytes: 100)
        #expect(!grows && allocator.nextBufferSize() == PublisherReceiveAllocator.maximum)
    }

    /// The reads that a frame takes: NIO reads on after each that fills its buffer.
    private func reads(of size: Int, by pool: inout NIOPooledRecvBufferAllocator) -> Int {
        var (left, reads) = (size, 0)
        while left > 0 {
            let (_, (count, isFull)) = pool.buffer(allocator: ByteBufferAllocator()) { buffer in
                let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: 0) { min(left, $0.count) }
                return (count, buffer.writableBytes == 0)
            }
            pool.record(actualReadBytes: count)
            left -= count
            reads += 1
            if !isFull { break }
        }
        return reads
    }
}
