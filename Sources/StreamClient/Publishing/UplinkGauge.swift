import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How far the bytes of a connection have come.
struct UplinkSample: Hashable, Sendable {
    /// Bytes handed to the connection since it was made.
    var written: UInt64 = 0
    /// Those that the system has not taken.
    var pending = 0
    /// Those that the system has taken, and that the other side has not confirmed.
    var unconfirmed = 0
    /// Those of the unconfirmed that have not been sent.
    var unsent = 0

    var confirmed: UInt64 { written - min(written, UInt64(pending + unconfirmed)) }
}

/// Watches how the system gets rid of what is written to a connection: with every write, and every few milliseconds as
/// long as anything is on its way. Stands next to the socket.
final class UplinkGauge: ChannelDuplexHandler {
    typealias InboundIn = Never
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Is called on the event loop.
    typealias Report = @Sendable (UplinkSample) -> Void

    /// Between two looks, while anything is on its way.
    static let interval = TimeAmount.milliseconds(20)
    /// Between two looks when much is written.
    static let shortestInterval = TimeAmount.milliseconds(2)

    private let report: Report
    private var written: UInt64 = 0
    private var lastLook = NIODeadline.uptimeNanoseconds(0)
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
        if NIODeadline.now() - lastLook >= Self.shortestInterval { look(context) }
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
            if self.look(context) { self.schedule(context) }
        }
    }

    /// - Returns: Whether to look again.
    @discardableResult
    private func look(_ context: ChannelHandlerContext) -> Bool {
        guard context.channel.isActive else { return false }
        lastLook = .now()
        let sample = sample(context.channel)
        report(sample)
        return sample.pending + sample.unconfirmed > 0
    }

    private func sample(_ channel: any Channel) -> UplinkSample {
        var sample = UplinkSample(written: written)
        sample.pending = (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        // What another kind of channel holds is not known; then only its own queue counts.
        _ = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            socket in
            sample.unconfirmed = Self.unconfirmed(socket)
            sample.unsent = min(Self.unsent(socket), sample.unconfirmed)
        }
        return sample
    }

    #if canImport(Darwin)
        private static func unconfirmed(_ socket: CInt) -> Int {
            var count: CInt = 0
            var length = socklen_t(MemoryLayout<CInt>.size)
            return getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? max(0, Int(count)) : 0
        }

        private static func unsent(_ socket: CInt) -> Int { 0 }
    #else
        private static func unconfirmed(_ socket: CInt) -> Int { bytes(TIOCOUTQ, socket) }

        /// SIOCOUTQNSD of linux/sockios.h, which the C library's overlay does not name.
        private static func unsent(_ socket: CInt) -> Int { bytes(0x894B, socket) }

        private static func bytes(_ request: some BinaryInteger, _ socket: CInt) -> Int {
            var count: CInt = 0
            // A system that does not tell has taken everything there is.
            return ioctl(socket, UInt(request), &count) == 0 ? max(0, Int(count)) : 0
        }
    #endif
}
