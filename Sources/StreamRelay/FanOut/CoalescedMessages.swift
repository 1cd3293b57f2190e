import NIOCore

/// Whole messages that are sent in one piece: nearly always a single message, which is not copied unless it is framed.
struct CoalescedMessages {
    /// The most bytes of several messages in one piece. The rest of a batch follows in the next piece. A second of 2
    /// Mbit/s is one piece, and this bounds the memory that is kept for pieces, whatever a publisher sends in a batch.
    static let maximumLength = 256 * 1024
    /// The longest message that is copied to be framed. A socket takes no longer one at once, so a copy saves nothing.
    static let longestFramed = 1024 * 1024

    /// The messages, without their framing.
    private(set) var size = TransferCount()
    private var first: ByteBuffer?
    /// The bytes one after another, if there are several messages, or framed ones. Kept for its memory.
    private var joined = ByteBuffer()

    var isEmpty: Bool { size.bytes == 0 }

    /// Whether there is nothing to send: a carrier may leave messages out.
    var hasNoBytes: Bool { first == nil && joined.readableBytes == 0 }

    /// Bytes of memory that are kept.
    var capacity: Int { joined.capacity }

    /// Whether this message may join the others. A single message may have any length.
    func hasRoom(for message: ByteBuffer) -> Bool {
        isEmpty || size.bytes + message.readableBytes <= Self.maximumLength
    }

    /// Adds a message.
    ///
    /// - Returns: `false` if each viewer must handle it by itself. It is not added then.
    mutating func append(_ message: ByteBuffer, isFrame: Bool, framing: (any MessageFraming)? = nil) -> Bool {
        if let framing {
            guard message.readableBytes <= Self.longestFramed else { return false }
            guard framing.frame(message, { joined.writeImmutableBuffer($0) }) else { return false }
        } else if isEmpty {
            first = message
        } else {
            if let first, joined.readableBytes == 0 { joined.writeImmutableBuffer(first) }
            joined.writeImmutableBuffer(message)
        }
        size = size + TransferCount(frames: isFrame ? 1 : 0, bytes: message.readableBytes)
        return true
    }

    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        (joined.readableBytes > 0 ? joined : first ?? ByteBuffer()).withUnsafeReadableBytes(body)
    }

    mutating func removeAll() {
        size = TransferCount()
        first = nil
        // A buffer grows to the next power of two. One for a longer message that was framed is not kept.
        if joined.capacity > 2 * Self.maximumLength { joined = ByteBuffer() } else { joined.clear() }
    }
}
