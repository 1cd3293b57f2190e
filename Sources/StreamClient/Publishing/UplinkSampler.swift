import NIOCore
import Platform

/// The progress of a connection's bytes.
struct UplinkSample: Hashable, Sendable {
    /// Bytes written to the connection.
    var written: UInt64 = 0
    /// Bytes that the system has not taken.
    var pending = 0
    /// Bytes that the system has taken and the peer has not acknowledged.
    var unconfirmed = 0
    /// Bytes among the unacknowledged that have not been sent.
    var unsent = 0

    var confirmed: UInt64 { written - min(written, UInt64(pending + unconfirmed)) }
}

/// Samples the progress of a connection's bytes: with every write, and every few milliseconds while bytes are in
/// flight. It is the handler next to the socket.
final class UplinkSampler: ChannelDuplexHandler {
    typealias InboundIn = Never
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Is called on the event loop.
    typealias Report = @Sendable (UplinkSample) -> Void

    /// The interval of samples while bytes are in flight.
    static let interval = TimeAmount.milliseconds(20)
    /// The shortest interval of samples when writes are frequent.
    static let shortestInterval = TimeAmount.milliseconds(2)

    private let report: Report
    private var written: UInt64 = 0
    private var lastSample = NIODeadline.uptimeNanoseconds(0)
    private var timer: Scheduled<Void>?

    init(report: @escaping Report) {
        self.report = report
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written &+= UInt64(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        if NIODeadline.now() - lastSample >= Self.shortestInterval { takeSample(context) }
        schedule(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    private func schedule(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.interval) {
            self.timer = nil
            if self.takeSample(context) { self.schedule(context) }
        }
    }

    /// - Returns: Whether to sample again.
    @discardableResult
    private func takeSample(_ context: ChannelHandlerContext) -> Bool {
        guard context.channel.isActive else { return false }
        lastSample = .now()
        let sample = sample(context.channel)
        report(sample)
        return sample.pending + sample.unconfirmed > 0
    }

    private func sample(_ channel: any Channel) -> UplinkSample {
        var sample = UplinkSample(written: written)
        sample.pending = (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        // For another kind of channel only its own queue is known.
        _ = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            socket in
            sample.unconfirmed = SendQueue.unconfirmedBytes(of: socket)
            sample.unsent = min(SendQueue.unsentBytes(of: socket), sample.unconfirmed)
        }
        return sample
    }
}
