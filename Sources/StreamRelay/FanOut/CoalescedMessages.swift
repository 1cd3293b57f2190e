import NIOCore

/// Whole messages that are sent in one piece: nearly always a single message, which is then not copied.
struct CoalescedMessages {
    /// The most bytes of several messages in one piece. The rest of a batch follows in the next piece. A second of 2
    /// Mbit/s is one piece, and this bounds the memory that is kept for pieces, whatever a publisher sends in a batch.
    static let maximumLength = 256 * 1024

    private(set) var size = TransferCount()
    private var first: ByteBuffer?
    /// The messages one after another, if there are several. Kept for its memory.
    private var joined = ByteBuffer()

    var isEmpty: Bool { first == nil }

    /// Whether this message may join the others. A single message may have any length.
    func hasRoom(for message: ByteBuffer) -> Bool {
        isEmpty || size.bytes + message.readableBytes <= Self.maximumLength
    }

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
        size = TransferCount()
        first = nil
        joined.clear()
    }
}
