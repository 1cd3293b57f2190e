import FuzzSupport
import Logging
import NIOCore
import NIOEmbedded
import StreamProtocol

@testable import StreamRelay

@main
enum Session {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// A relay's session survives what comes before, in the middle of and after the handshake, wherever it is cut, while
/// a viewer watches the same stream: the viewer is sent whole messages only, and received and gaps are all.
private func check(_ input: Input) {
    let loop = EmbeddedEventLoop()
    var configuration = RelayConfiguration()
    configuration.limits.frameLength = 4_096
    configuration.stream.logBytes = 8_192
    let core = RelayCore(
        configuration: configuration,
        admission: OpenAdmission(),
        name: "fuzz",
        logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    )
    let relayLoop = RelayLoop(eventLoop: loop, core: core)
    let viewer = connect(relayLoop, opening: .subscribe)
    let attacker = connect(relayLoop, opening: Opening.allCases[Int(input.seed >> 16) % Opening.allCases.count])
    var account = Account()
    input.forEachPiece { piece in
        guard attacker.isActive else { return }
        _ = try? attacker.writeInbound(ByteBuffer(bytes: piece.withUnsafeBytes { [UInt8]($0) }))
        account.read(viewer)
        attacker.drop()
    }
    loop.run()
    account.read(viewer)
    _ = try? attacker.finish(acceptAlreadyClosed: true)
    _ = try? viewer.finish(acceptAlreadyClosed: true)
}

/// What a connection has said before the fuzzer speaks.
private enum Opening: CaseIterable {
    case nothing, preface, publish, publishing, subscribe

    var bytes: ByteBuffer {
        var bytes = ByteBuffer()
        guard self != .nothing else { return bytes }
        bytes.writeImmutableBuffer(ProtocolMessage.preface)
        guard self != .preface else { return bytes }
        let role: Hello.Role = self == .subscribe ? .subscribe : .publish
        ProtocolMessage.hello(Hello(role: role, stream: .live, instance: InstanceID(high: 1, low: 2))).write(to: &bytes)
        if self == .publishing, let table = try? TrackTable(epoch: 1, tracks: Self.tracks) {
            ProtocolMessage.tracks(table).write(to: &bytes)
            let header = FrameHeader(
                track: .zero,
                flags: .randomAccess,
                epoch: 1,
                decodeTime: 0,
                presentationTime: 0
            )
            ProtocolMessage.frame(Frame(header, payload: [1, 2, 3])).write(to: &bytes)
        }
        return bytes
    }

    private static let tracks = [Track(id: .zero, kind: .video, codec: .h264)]
}

private func connect(_ loop: RelayLoop, opening: Opening) -> EmbeddedChannel {
    guard let embedded = loop.eventLoop as? EmbeddedEventLoop else { preconditionFailure("made with another loop") }
    let channel = EmbeddedChannel(handler: ProtocolDetectionHandler(loop: loop), loop: embedded)
    channel.connect(to: try? SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    _ = try? channel.writeInbound(opening.bytes)
    return channel
}

extension EmbeddedChannel {
    fileprivate func connect(to address: SocketAddress?, promise: EventLoopPromise<Void>?) {
        if let address { connect(to: address, promise: promise) }
    }

    /// Throws away what was sent.
    fileprivate func drop() {
        while let sent = try? readOutbound(as: ByteBuffer.self), sent.readableBytes >= 0 {}
    }
}

/// What the viewer has been sent, checked as it comes.
private struct Account {
    private var decoder = MessageDecoder()
    private var received = ByteBuffer()
    private var due: [TrackID: (epoch: UInt32, sequence: UInt64)] = [:]

    mutating func read(_ viewer: EmbeddedChannel) {
        while var sent = try? viewer.readOutbound(as: ByteBuffer.self) { received.writeBuffer(&sent) }
        do throws(ProtocolError) {
            while let output = try decoder.decode(buffer: &received) {
                switch output {
                case .message(.frame(let frame)):
                    move(frame.header.track, frame.header.epoch, frame.header.sequence, by: 1)
                case .message(.gap(let gap)):
                    move(gap.track, gap.epoch, gap.first, by: gap.count)
                default: break
                }
            }
        } catch {
            preconditionFailure("the relay sent what cannot be read: \(error)")
        }
        received.discardReadBytes()
    }

    private mutating func move(_ track: TrackID, _ epoch: UInt32, _ first: UInt64, by count: UInt64) {
        if let last = due[track] {
            precondition(
                epoch > last.epoch || (epoch == last.epoch && first == last.sequence),
                "a hole in track \(track)"
            )
        }
        due[track] = (epoch, first + count)
    }
}
