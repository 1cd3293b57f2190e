import NIOCore

/// Allocates buffers for received bytes that are freed as soon as they are read: there are thousands of viewers, and
/// they send little.
///
/// NIO keeps the first buffer for as long as the connection lives, so the first is small and only takes the beginning
/// of a preface. NIO keeps further ones as well if it may read several at a time (`ChannelOptions.maxMessagesPerRead`).
struct TransientReceiveAllocator: RecvByteBufferAllocator {
    /// The smallest block of the C library's `malloc`.
    static let first = 16
    /// Room for a hello with a token, and for most of the first messages of TLS and HTTP.
    static let furtherCapacity = 1_024

    private var isFirst = true

    func buffer(allocator: ByteBufferAllocator) -> ByteBuffer {
        allocator.buffer(capacity: isFirst ? Self.first : Self.furtherCapacity)
    }

    /// - Returns: `true`, which says that the next buffer is larger, so that NIO asks for it.
    mutating func record(actualReadBytes: Int) -> Bool {
        isFirst = false
        return true
    }

    /// Without a size, NIO does not look for an old buffer.
    func nextBufferSize() -> Int? { nil }
}
