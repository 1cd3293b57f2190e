import NIOCore

/// How the end of an answer is told whose length nobody knows when it begins.
enum BodyFraming: Hashable {
    /// In chunks (RFC 9112 7.1).
    case chunked
    /// By the end of the connection, for clients of HTTP/1.0.
    case untilClose

    /// What to send for these bytes. The payload is not copied; what stands around it is small.
    func write(prefix: [UInt8], payload: ByteBuffer, _ write: (ByteBuffer) -> Void) {
        var front = ByteBuffer()
        if self == .chunked {
            front.writeString(String(prefix.count + payload.readableBytes, radix: 16))
            front.writeStaticString("\r\n")
        }
        front.writeBytes(prefix)
        if front.readableBytes > 0 { write(front) }
        write(payload)
        if self == .chunked { write(Self.lineEnd) }
    }

    /// What tells that nothing is missing. Without it, a client that got chunks knows that something is; one of
    /// HTTP/1.0 cannot tell.
    var end: ByteBuffer { self == .chunked ? Self.lastChunk : ByteBuffer() }

    private static let lineEnd = ByteBuffer(string: "\r\n")
    private static let lastChunk = ByteBuffer(string: "0\r\n\r\n")
}
