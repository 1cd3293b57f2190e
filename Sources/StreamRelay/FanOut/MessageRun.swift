import NIOCore

/// Whole messages that go out in one piece: nearly always a single one, which is then not copied.
struct MessageRun {
    /// Bytes of several messages that go out in one piece at the most; what a batch has more follows in the next. A second
    /// of 2 Mbit/s is one piece, and the memory that is kept for pieces is bounded, whatever a publisher sends in a batch.
    static let longest = 256 * 1024

    private(set) var size = Moved()
    private var first: ByteBuffer?
    /// All of them one after another, where there are several. Kept for its memory.
    private var joined = ByteBuffer()

    var isEmpty: Bool { first == nil }

    /// Whether this message may go out with those that are there. By itself it may be of any length.
    func hasRoom(for message: ByteBuffer) -> Bool { isEmpty || size.bytes + message.readableBytes <= Self.longest }

    mutating func append(frame message: ByteBuffer) {
        size.frames += 1
        append(message)
    }

    mutating func append(_ message: ByteBuffer) {
        size.bytes += message.readableBytes
        guard let first else { return self.first = message }
        if joined.readableBytes == 0 { joined.writeImmutableBuffer(first) }
        joined.writeImmutableBuffer(message)
    }

    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        (joined.readableBytes > 0 ? joined : first ?? ByteBuffer()).withUnsafeReadableBytes(body)
    }

    mutating func removeAll() {
        size = Moved()
        first = nil
        joined.clear()
    }
}
