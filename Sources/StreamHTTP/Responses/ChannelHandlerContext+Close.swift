import NIOCore

extension ChannelHandlerContext {
    /// Closes when the system has taken all earlier bytes, which may be at once. NIO alone drops them where the client has
    /// closed its side, also when only the output is to be closed.
    func closeWhenTaken(_ mode: CloseMode = .all, promise: EventLoopPromise<Void>? = nil) {
        let taken = eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { _ in self.close(mode: mode, promise: promise) }
        writeAndFlush(NIOAny(ByteBuffer()), promise: taken)
    }
}
