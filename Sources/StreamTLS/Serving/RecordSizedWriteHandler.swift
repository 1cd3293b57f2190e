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

    private enum Call {
        case write(ByteBuffer, EventLoopPromise<Void>?)
        case flush
        case close(CloseMode, EventLoopPromise<Void>?)
    }

    private var divider = RecordDivider()
    /// Whether a write is being passed on.
    private var isWriting = false
    /// Calls that came meanwhile, in order. The flush of a piece may make the channel writable, and the session writes
    /// more then: not before the rest of the pieces.
    private var later: [Call] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isWriting else { return later.append(.write(unwrapOutboundIn(data), promise)) }
        isWriting = true
        pass(unwrapOutboundIn(data), promise, context)
        var index = 0
        while index < later.count {
            perform(later[index], context)
            index += 1
        }
        later = []
        isWriting = false
    }

    func flush(context: ChannelHandlerContext) {
        if isWriting { later.append(.flush) } else { perform(.flush, context) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if isWriting { later.append(.close(mode, promise)) } else { perform(.close(mode, promise), context) }
    }

    private func perform(_ call: Call, _ context: ChannelHandlerContext) {
        switch call {
        case .write(let bytes, let promise): pass(bytes, promise, context)
        case .flush:
            divider.flushed()
            context.flush()
        case .close(let mode, let promise): context.close(mode: mode, promise: promise)
        }
    }

    private func pass(_ bytes: ByteBuffer, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        var bytes = bytes
        while let piece = divider.takePiece(of: &bytes) { context.writeAndFlush(wrapOutboundOut(piece), promise: nil) }
        context.write(wrapOutboundOut(bytes), promise: promise)
    }
}
