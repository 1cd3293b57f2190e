import NIOCore

/// Whole messages that go out in one piece: nearly always a single one, which is then not copied.
struct MessageRun {
    private(set) var size = Moved()
    private var first: ByteBuffer?
    /// All of them one after another, where there are several. Kept for its memory.
    private var joined = ByteBuffer()
    /// What counts the memory of the messages that came from a log.
    private(set) var charges: [MemoryCharge] = []

    var isEmpty: Bool { first == nil }

    mutating func append(frame message: ByteBuffer, _ charge: MemoryCharge? = nil) {
        size.frames += 1
        append(message)
        if let charge { charges.append(charge) }
    }

    mutating func append(_ message: ByteBuffer) {
        size.bytes += message.readableBytes
        guard let first else { return self.first = message }
        if joined.readableBytes == 0 { joined.writeImmutableBuffer(first) }
        joined.writeImmutableBuffer(message)
    }

    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        bytes.withUnsafeReadableBytes(body)
    }

    /// What is left for a socket that took only so many bytes.
    func rest(after sent: Int) -> ByteBuffer {
        var rest = bytes
        rest.moveReaderIndex(forwardBy: min(max(0, sent), rest.readableBytes))
        return rest
    }

    mutating func removeAll() {
        size = Moved()
        first = nil
        charges.removeAll(keepingCapacity: true)
        // Where somebody still has a rest of it, this takes new memory.
        joined.clear()
    }

    private var bytes: ByteBuffer { joined.readableBytes > 0 ? joined : first ?? ByteBuffer() }
}
