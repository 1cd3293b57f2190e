import NIOCore

/// Passes writes to TLS in pieces of one record.
///
/// TLS keeps a buffer for each connection as large as the most that was ever written between two flushes. For a viewer
/// of a stream with large key frames, that is hundreds of kilobytes. So TLS gets at most one record at a time.
final class RecordSizedWriteHandler: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// A record holds 16 KiB (RFC 8446 5.1). A little less leaves room for the bytes that TLS adds, so that its buffer
    /// need not double.
    static let length = 16 * 1024 - 512

    /// Bytes written since the last flush.
    private var written = 0

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = unwrapOutboundIn(data)
        while written + bytes.readableBytes > Self.length, let part = bytes.readSlice(length: Self.length - written) {
            written = 0
            context.writeAndFlush(wrapOutboundOut(part), promise: nil)
        }
        written += bytes.readableBytes
        context.write(wrapOutboundOut(bytes), promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        written = 0
        context.flush()
    }
}
