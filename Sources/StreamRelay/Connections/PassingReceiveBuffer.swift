import NIOCore

/// Memory for what a peer sends that is given back as soon as it is read: there are thousands of viewers, and they say
/// little.
///
/// NIO keeps the first buffer for as long as the connection lives, so that one only takes the beginning of a preface.
/// It keeps further ones as well where it may read more than one at a time (`ChannelOptions.maxMessagesPerRead`).
struct PassingReceiveBuffer: RecvByteBufferAllocator {
    /// As little as the C library's `malloc` hands out.
    static let first = 16
    /// Whole hellos, with a token, and most of the first messages of TLS and HTTP.
    static let further = 1_024

    private var isFirst = true

    func buffer(allocator: ByteBufferAllocator) -> ByteBuffer {
        allocator.buffer(capacity: isFirst ? Self.first : Self.further)
    }

    /// - Returns: `true`, which says that the next buffer is a larger one, and has NIO ask for it.
    mutating func record(actualReadBytes: Int) -> Bool {
        isFirst = false
        return true
    }

    /// Where it does not say, NIO does not look for an old one of the right size.
    func nextBufferSize() -> Int? { nil }
}
