import NIOCore

/// Divides what is written between two flushes into pieces of at most one TLS record.
struct RecordDivider {
    /// The longest piece. A record holds 16 KiB (RFC 8446 5.1). A little less leaves room for the bytes that TLS adds, so
    /// that its buffer need not double.
    static let length = 16 * 1024 - 512

    /// Bytes written since the last flush: at most ``length``.
    private var written = 0

    /// Takes a piece from the bytes that are about to be written.
    ///
    /// - Returns: The piece, which must be flushed; `nil` if the rest of the bytes may be written without a flush.
    mutating func takePiece(of bytes: inout ByteBuffer) -> ByteBuffer? {
        guard written + bytes.readableBytes > Self.length else {
            written += bytes.readableBytes
            return nil
        }
        defer { written = 0 }
        return bytes.readSlice(length: Self.length - written)
    }

    /// All that was written is flushed.
    mutating func flushed() {
        written = 0
    }
}

/// Passes writes to TLS in pieces of one record.
///
/// TLS keeps a buffer for each connection as large as the most that was ever written between two flushes. For a viewer
/// of a stream with large key frames, that is hundreds of kilobytes. So TLS gets at most one record at a time.
final class RecordSizedWriteHandler: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var divider = RecordDivider()

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = unwrapOutboundIn(data)
        while let piece = divider.takePiece(of: &bytes) { context.writeAndFlush(wrapOutboundOut(piece), promise: nil) }
        context.write(wrapOutboundOut(bytes), promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        divider.flushed()
        context.flush()
    }
}
