import NIOCore
import StreamClient
import StreamProtocol

/// What the viewers of one event loop share. Belongs to its loop.
final class LoadLoop {
    var tally = LoadTally()
    /// How clocks compare, found out by one ordinary watcher for all.
    var clock: ClockEstimate?
}

/// A viewer who counts what comes and throws it away.
final class LoadViewer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let loop: LoadLoop
    private let opening: ByteBuffer
    private let began = ContinuousClock.now
    private var skimmer = MessageSkimmer()
    /// When the welcome came; `nil` before.
    private var joined: Int64?
    private var hasEnded = false
    private var hasFrame = false
    /// The epoch and the number that are due, by track.
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
            while let event = try skimmer.next(in: &bytes) { take(event, context: context) }
        } catch {
            end(because: "\(error.code)")
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(because: "closed")
        if joined != nil { loop.tally.watching -= 1 }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(because: "connection lost")
        context.close(promise: nil)
    }

    /// What comes from here on is not the relay's doing.
    func leave() {
        hasEnded = true
    }

    private func take(_ event: MessageSkimmer.Event, context: ChannelHandlerContext) {
        switch event {
        case .frame(let header, let length): received(header, length: length)
        case .message(.welcome):
            joined = WallClock.system.now
            loop.tally.watching += 1
            loop.tally.joined += 1
        case .message(.gap(let gap)):
            loop.tally.missed(gap)
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
            loop.tally.firstFrames.add(Int64((ContinuousClock.now - began) / .microseconds(1)))
        }
        loop.tally.frames += 1
        loop.tally.bytes += length
        account(header.track, epoch: header.epoch, first: header.sequence, count: 1)
        let now = WallClock.system.now
        guard let latency = loop.clock?.captureToReceive(captureTime: header.captureTime, now: now), let joined else {
            return
        }
        // What was captured before it joined is old because it was asked for.
        if latency.microseconds <= now - joined { loop.tally.latencies.add(latency.microseconds) }
    }

    /// Received and gaps together are all, from the first on.
    private func account(_ track: TrackID, epoch: UInt32, first: UInt64, count: UInt64) {
        if let (dueEpoch, next) = due[track], dueEpoch == epoch, first != next {
            loop.tally.unaccounted &+= first > next ? first - next : next - first
        }
        due[track] = (epoch, first &+ count)
    }

    private func end(because reason: String) {
        guard !hasEnded else { return }
        hasEnded = true
        loop.tally.ended[reason, default: 0] += 1
    }
}
