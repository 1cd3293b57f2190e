import NIOCore
import StreamClient
import StreamProtocol

/// The state that the viewers of one event loop share. Belongs to its loop.
final class LoadLoop {
    var statistics = LoadStatistics()
    /// The estimate of the relay's clock. One ordinary viewer makes it for all.
    var clock: ClockEstimate?
}

/// A viewer that counts frames and discards them.
final class LoadViewer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let loop: LoadLoop
    private let opening: ByteBuffer
    private let began = ContinuousClock.now
    private var scanner = MessageScanner()
    /// The time of the welcome; `nil` before it.
    private var joined: Int64?
    private var hasEnded = false
    private var hasFrame = false
    /// The next epoch and frame number of each track.
    private var due: [TrackID: (epoch: UInt32, next: UInt64)] = [:]

    init(_ hello: Hello, loop: LoadLoop) {
        self.loop = loop
        var opening = ByteBuffer()
        Preface.supported.write(to: &opening)
        Message.hello(hello).write(to: &opening)
        self.opening = opening
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(opening), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        do throws(ProtocolError) {
            while let event = try scanner.next(in: &bytes) { take(event, context: context) }
        } catch {
            end(because: "\(error.code)")
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(because: "closed")
        if joined != nil { loop.statistics.watching -= 1 }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(because: "connection lost")
        context.close(promise: nil)
    }

    private func take(_ event: MessageScanner.Event, context: ChannelHandlerContext) {
        switch event {
        case .frame(let header, let length): received(header, length: length)
        case .message(.welcome):
            joined = WallClock.system.now
            loop.statistics.watching += 1
            loop.statistics.joined += 1
        case .message(.gap(let gap)):
            loop.statistics.missed(gap)
            account(gap.track, epoch: gap.epoch, first: gap.first, count: gap.count)
        case .message(.ping(let ping)):
            let now = WallClock.system.now
            let pong = Message.pong(Pong(sent: ping.sent, received: now, answered: now)).encoded()
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .message(.error(let ending)), .message(.goodbye(let ending)):
            end(because: "\(ending.code)")
            context.close(promise: nil)
        case .preface, .message: break
        }
    }

    private func received(_ header: FrameHeader, length: Int) {
        if !hasFrame {
            hasFrame = true
            loop.statistics.firstFrames.add(Int64((ContinuousClock.now - began) / .microseconds(1)))
        }
        loop.statistics.frames += 1
        loop.statistics.bytes += length
        account(header.track, epoch: header.epoch, first: header.sequence, count: 1)
        let now = WallClock.system.now
        guard let latency = loop.clock?.captureToReceive(captureTime: header.captureTime, now: now), let joined else {
            return
        }
        // Frames captured before the viewer joined are old because it requested them.
        if latency.microseconds <= now - joined { loop.statistics.latencies.add(latency.microseconds) }
    }

    /// Received frames and gaps together must cover every frame number.
    private func account(_ track: TrackID, epoch: UInt32, first: UInt64, count: UInt64) {
        if let (dueEpoch, next) = due[track], dueEpoch == epoch, first != next {
            loop.statistics.unaccounted &+= first > next ? first - next : next - first
        }
        due[track] = (epoch, first &+ count)
    }

    private func end(because reason: String) {
        guard !hasEnded else { return }
        hasEnded = true
        loop.statistics.ended[reason, default: 0] += 1
    }
}
