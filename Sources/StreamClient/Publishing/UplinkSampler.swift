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

/// Decides when a connection's progress is sampled: with writes, and every few milliseconds while bytes are in flight.
///
/// The value does no I/O and reads no clock. Each event returns the actions that ``UplinkSampler`` performs.
struct UplinkSampling {
    struct Actions: OptionSet, Hashable {
        let rawValue: Int
        /// Take a sample, then call ``UplinkSampling/sampled(_:)``.
        static let sample = Actions(rawValue: 1)
        /// Call ``UplinkSampling/timerFired(isActive:at:)`` after ``UplinkSampling/interval``.
        static let setTimer = Actions(rawValue: 2)
    }

    /// The interval of samples while bytes are in flight.
    static let interval = TimeAmount.milliseconds(20)
    /// The shortest interval of samples when writes are frequent.
    static let shortestInterval = TimeAmount.milliseconds(2)

    /// Bytes written to the connection.
    private(set) var written: UInt64 = 0
    private var lastSample = NIODeadline.uptimeNanoseconds(0)
    private var hasTimer = false

    /// Bytes were written.
    mutating func wrote(_ count: Int) {
        written &+= UInt64(count)
    }

    /// What was written is on its way.
    ///
    /// - Parameter isActive: Whether the channel is connected.
    mutating func flushed(isActive: Bool, at now: NIODeadline) -> Actions {
        guard isActive else { return [] }
        let isDue = now - lastSample >= Self.shortestInterval
        if isDue { lastSample = now }
        return setTimer().union(isDue ? .sample : [])
    }

    mutating func timerFired(isActive: Bool, at now: NIODeadline) -> Actions {
        hasTimer = false
        guard isActive else { return [] }
        lastSample = now
        return .sample
    }

    /// The sample was taken.
    mutating func sampled(_ sample: UplinkSample) -> Actions {
        sample.pending + sample.unconfirmed > 0 ? setTimer() : []
    }

    /// One timer is enough.
    private mutating func setTimer() -> Actions {
        guard !hasTimer else { return [] }
        hasTimer = true
        return .setTimer
    }
}

/// Samples the progress of a connection's bytes when ``UplinkSampling`` says so. It is the handler next to the socket.
final class UplinkSampler: ChannelDuplexHandler {
    typealias InboundIn = Never
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Is called on the event loop.
    typealias Report = @Sendable (UplinkSample) -> Void

    private let report: Report
    private var sampling = UplinkSampling()
    private var timer: Scheduled<Void>?

    init(report: @escaping Report) {
        self.report = report
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        sampling.wrote(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        perform(sampling.flushed(isActive: context.channel.isActive, at: .now()), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    private func perform(_ actions: UplinkSampling.Actions, _ context: ChannelHandlerContext) {
        if actions.contains(.setTimer) {
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: UplinkSampling.interval) { [self] in
                perform(sampling.timerFired(isActive: context.channel.isActive, at: .now()), context)
            }
        }
        guard actions.contains(.sample) else { return }
        let sample = sample(context.channel)
        report(sample)
        perform(sampling.sampled(sample), context)
    }

    private func sample(_ channel: any Channel) -> UplinkSample {
        var sample = UplinkSample(written: sampling.written)
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
