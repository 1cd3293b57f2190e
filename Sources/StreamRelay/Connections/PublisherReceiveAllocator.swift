import NIOCore

/// Allocates buffers for a publisher's bytes that are large enough for its frames, so that one read takes a whole frame.
///
/// The size only grows: NIO keeps a connection's buffers as large as they were once. NIO's
/// `AdaptiveRecvByteBufferAllocator` asks for less after short frames, so that a buffer that is made then is too small for
/// the next long one.
struct PublisherReceiveAllocator: RecvByteBufferAllocator {
    /// Room for the frames of a stream of a few hundred kilobits a second.
    static let minimum = 2 * 1024
    /// The most bytes of a read. Longer messages take several reads, between which other connections are served.
    static let maximum = 64 * 1024

    private var size = Self.minimum

    func buffer(allocator: ByteBufferAllocator) -> ByteBuffer { allocator.buffer(capacity: size) }

    /// - Returns: Whether the next buffer is larger.
    mutating func record(actualReadBytes: Int) -> Bool {
        guard actualReadBytes >= size, size < Self.maximum else { return false }
        size *= 2
        return true
    }

    func nextBufferSize() -> Int? { size }
}
