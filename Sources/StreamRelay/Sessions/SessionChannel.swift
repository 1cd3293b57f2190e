import NIOCore
import Platform
import StreamProtocol

/// The channel of a session: it counts what is written, and does nothing after the channel closed.
struct SessionChannel {
    let connection: Connection
    let carrier: Connection.Carrier
    /// `nil` before the session's handler is in the pipeline, and after the channel closed.
    var context: ChannelHandlerContext?
    /// What the channel holds for a viewer or a list whose session has ended, and when that was.
    var unsentAtEnd = UnsentMessages()
    var end = NIODeadline.distantFuture

    init(_ connection: Connection, over carrier: Connection.Carrier) {
        self.connection = connection
        self.carrier = carrier
    }

    var trafficCarrier: TrafficCarrier { TrafficCarrier(carrier, isEncrypted: connection.hasTLS) }

    var isWritable: Bool { context?.channel.isWritable ?? false }

    /// Bytes that NIO holds; `nil` where it does not say.
    var unsentBytes: Int? { context?.channel.unsentBytes }

    /// Counts the memory of what the channel still holds for a session that has ended.
    mutating func countUnsent() {
        guard unsentAtEnd.bytes > 0, let unsentBytes else { return }
        unsentAtEnd.update(unsentBytes, in: connection.loop.core.memory)
    }

    /// The channel closed, and holds nothing.
    mutating func releaseUnsent() { unsentAtEnd.removeAll(in: connection.loop.core.memory) }

    /// What the peer's system has acknowledged; `nil` where that is not known.
    var delivery: SendQueue.Delivery? { context?.socket.flatMap(SendQueue.delivery(of:)) }

    func write(_ bytes: ByteBuffer) {
        guard let context else { return }
        connection.loop.traffic.sent(bytes.readableBytes, by: trafficCarrier)
        context.writeAndFlush(NIOAny(bytes), promise: nil)
    }

    func writePreface() {
        var buffer = ByteBufferAllocator().buffer(capacity: Preface.length)
        Preface.supported.write(to: &buffer)
        write(buffer)
    }

    func setReading(_ isReading: Bool) {
        context?.channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
    }

    func close() {
        context?.close(promise: nil)
    }

    /// Sends nothing more. The peer has time to read the last message, unless its connection is one of too many.
    func closeOutput() {
        context?.close(mode: connection.allowsLingeringClose ? .output : .all, promise: nil)
    }

    /// Closes the channel at once, without a `close_notify`.
    func abort() {
        let tls = connection.tlsHandler.flatMap { try? context?.pipeline.syncOperations.context(handler: $0) }
        (tls ?? context)?.close(promise: nil)
    }
}

extension Channel {
    /// Bytes that NIO holds until the system takes them; `nil` where it does not say.
    var unsentBytes: Int? { try? syncOptions?.getOption(.bufferedWritableBytes) }
}

extension ChannelHandlerContext {
    /// The descriptor of the channel's socket, if there is one.
    package var socket: CInt? {
        try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
    }
}
