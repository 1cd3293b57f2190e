import NIOCore

/// Hands what is written to TLS in pieces of a record.
///
/// TLS keeps a buffer for each connection that has room for the most that was ever written between two flushes: for a
/// viewer of a stream with large key frames hundreds of kilobytes, for as long as it watches. So it never gets more than
/// a record's worth.
final class RecordSizedWrites: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// A record holds 16 KiB (RFC 8446 5.1); a little less leaves room for what TLS adds, so that the buffer for it does
    /// not have to double.
    static let length = 16 * 1024 - 512

    /// Written since the last flush.
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
