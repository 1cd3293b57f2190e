import NIOCore

/// Decodes one item at a time from the front of a buffer.
package protocol InboundDecoder {
    associatedtype Output
    associatedtype Failure: Error

    /// Takes the next item from the front of `buffer`.
    ///
    /// - Returns: `nil` until more bytes arrive.
    mutating func next(from buffer: inout ByteBuffer) throws(Failure) -> Output?
}

extension MessageDecoder: InboundDecoder {
    package mutating func next(from buffer: inout ByteBuffer) throws(ProtocolError) -> InboundOut? {
        try decode(buffer: &buffer)
    }
}

/// Bytes that arrived and are not decoded yet, with the decoder that takes them.
///
/// NIO's `NIOSingleStepByteToMessageProcessor` does not fit: it cannot pause between two items, as a session does while
/// its token is checked, it hides how much memory its buffer has, which publishers are charged for, and it is a class,
/// one more object for each of thousands of connections.
package struct InboundBuffer<Decoder: InboundDecoder> {
    private var decoder: Decoder
    /// The bytes; `nil` where none are left.
    private var bytes: ByteBuffer?

    package init(_ decoder: Decoder) {
        self.decoder = decoder
    }

    /// Bytes that are not decoded yet.
    package var readableBytes: Int { bytes?.readableBytes ?? 0 }
    /// Bytes of memory that the buffer occupies.
    package var capacity: Int { bytes?.capacity ?? 0 }
    /// Bytes from the start of the buffer's memory to the last byte that arrived.
    package var writerIndex: Int { bytes?.writerIndex ?? 0 }

    /// Adds bytes that arrived. The first ones are not copied.
    package mutating func append(_ buffer: ByteBuffer) {
        if bytes == nil { bytes = buffer } else { bytes?.writeImmutableBuffer(buffer) }
    }

    /// Decodes the next item.
    ///
    /// - Returns: `nil` until more bytes arrive.
    package mutating func next() throws(Decoder.Failure) -> Decoder.Output? {
        guard var buffer = bytes else { return nil }
        // With a second reference, the decoder's changes would copy the bytes.
        bytes = nil
        let item = try decoder.next(from: &buffer)
        if buffer.readableBytes > 0 { bytes = buffer }
        return item
    }

    /// Moves the bytes to the front, so that a long stream of reads does not grow by the bytes that were decoded.
    package mutating func discardReadBytes() { bytes?.discardReadBytes() }

    /// Moves the bytes to a buffer of their size.
    package mutating func shrink() {
        if let bytes { self.bytes = ByteBuffer(bytes: bytes.readableBytesView) }
    }

    package mutating func removeAll() { bytes = nil }
}

extension InboundBuffer where Decoder == MessageDecoder {
    /// The same for every message of the protocol. The compiler makes no code of its own for a decoder from a method
    /// whose error type is the decoder's, and a frame would cost a thousand instructions more.
    package mutating func next() throws(ProtocolError) -> MessageDecoder.InboundOut? {
        guard var buffer = bytes else { return nil }
        bytes = nil
        let item = try decoder.decode(buffer: &buffer)
        if buffer.readableBytes > 0 { bytes = buffer }
        return item
    }
}

extension InboundBuffer where Decoder == MessageDecoder {
    /// Decodes the next message if it is a frame; see ``MessageDecoder/decodeFrame(_:)``.
    package mutating func nextFrame() throws(ProtocolError) -> Frame? {
        guard var buffer = bytes else { return nil }
        bytes = nil
        let frame = try decoder.decodeFrame(&buffer)
        if buffer.readableBytes > 0 { bytes = buffer }
        return frame
    }
}

extension InboundBuffer where Decoder == MessageDecoder {
    /// How many messages of unknown types were skipped since the last call.
    package mutating func takeSkippedMessages() -> Int {
        defer { decoder.skippedMessages = 0 }
        return decoder.skippedMessages
    }
}

extension InboundBuffer: Sendable where Decoder: Sendable {}
