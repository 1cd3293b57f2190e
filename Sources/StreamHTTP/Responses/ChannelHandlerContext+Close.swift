import NIOCore

extension ChannelHandlerContext {
    /// Closes in a turn of its own, once the system has taken all earlier bytes. NIO alone drops them where the client has
    /// closed its side, also when only the output is to be closed; and within a flush, the `close_notify` of TLS.
    func closeWhenTaken(_ mode: CloseMode = .all, promise: EventLoopPromise<Void>? = nil) {
        let taken = eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { _ in
            self.eventLoop.assumeIsolated().execute { self.close(mode: mode, promise: promise) }
        }
        writeAndFlush(NIOAny(ByteBuffer()), promise: taken)
    }
}
