import NIOCore
import NIOEmbedded
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct SessionHandlerTests {
    private let relay = EmbeddedRelay()

    /// A write to a connection that was reset closes its channel at once, in the middle of what a session does.
    @Test(arguments: [Hello.Role.publish, .subscribe], 1...2)
    func `a client that left before its hello was read leaves no session behind`(role: Hello.Role, writes: Int) throws {
        let (reset, _) = try relay.connect(through: ResetAtWrite(writes))
        try reset.writeInbound(opening(role))
        #expect(!reset.isActive)
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(stream.viewerCount == 1)
        #expect(!stream.isPublished)
        relay.eventLoop.run()
    }

    /// The bodies never come.
    @Test(arguments: [Hello.Role.publish, .subscribe])
    func `a message that is not allowed is answered when its header has come`(role: Hello.Role) throws {
        let allowed: [MessageType] =
            role == .publish ? [.tracks, .frame, .gap, .clockOffset] : [.keyFrameRequest, .receiverReport]
        for number in 1...16 as ClosedRange<UInt16> {
            let type = MessageType(rawValue: number)
            guard !(allowed + [.ping, .pong, .error, .goodbye]).contains(type) else { continue }
            let (channel, _) = try relay.connect()
            var bytes = opening(role, instance: 7)
            bytes.writeMultipleIntegers(UInt32(1), number, UInt16(0))
            try channel.writeInbound(bytes)
            #expect(try channel.refusal() == .unexpectedMessage, "\(type)")
        }
    }

    /// Only the role relay reads arrivals; another client takes them for a fault.
    @Test(arguments: [Hello.Role.subscribe, .relay])
    func `a ping of a relay is answered with arrivals too`(role: Hello.Role) throws {
        let (publisher, _) = try relay.connect()
        try publisher.writeInbound(opening(.publish))
        let table = try TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        try publisher.writeInbound(ProtocolMessage.tracks(table).encoded())
        let (channel, _) = try relay.connect()
        var bytes = opening(role, instance: 7)
        ProtocolMessage.ping(Ping(sent: 5)).write(to: &bytes)
        try channel.writeInbound(bytes)
        var answers = ByteBuffer()
        while var answer = try channel.readOutbound(as: ByteBuffer.self) { answers.writeBuffer(&answer) }
        var decoder = MessageDecoder()
        var types: [MessageType] = []
        while let answer = try decoder.decode(buffer: &answers) {
            if case .message(let message) = answer { types.append(message.type) }
        }
        #expect(types.contains(.pong))
        #expect(types.contains(.arrivals) == (role == .relay))
        relay.eventLoop.run()
    }

    @Test func `a client that requests and never reads is closed`() throws {
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.subscribe))
        channel.isWritable = false
        var answers = ByteBuffer()
        for _ in 0..<100 {
            var pings = ByteBuffer()
            for _ in 0..<100 { ProtocolMessage.ping(Ping(sent: 1)).write(to: &pings) }
            try channel.writeInbound(pings)
            while var answer = try channel.readOutbound(as: ByteBuffer.self) { answers.writeBuffer(&answer) }
        }
        #expect(answers.readableBytes < 2 * ControlBacklog.maximumBytes)
        var decoder = MessageDecoder()
        var last: MessageDecoder.InboundOut?
        while let answer = try decoder.decode(buffer: &answers) { last = answer }
        guard case .message(.error(let ending)) = last else { throw ProtocolError(.internalFault, "no error came") }
        #expect(ending.code == .rateExceeded)
        relay.eventLoop.run()
    }

    @Test func `a viewer that never stops sending is closed`() throws {
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.subscribe))
        var requests = ByteBuffer()
        for _ in 0..<100 { ProtocolMessage.keyFrameRequest(KeyFrameRequest(track: .zero)).write(to: &requests) }
        let bursts = 10 * Connection.controlTrafficBurst / requests.readableBytes
        for _ in 0..<bursts { try channel.writeInbound(requests) }
        #expect(try channel.refusal() == .rateExceeded)
    }

    /// Twice is enough, but not on a machine so slow that the relay gives some of the limit back meanwhile.
    private static let manyTimes = 20

    @Test func `messages of unknown types count like all others`() throws {
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.subscribe))
        var messages = ByteBuffer()
        // Their 8 bytes alone would be far from the limit.
        let count = Connection.controlTrafficBurst / (8 + WorkCost.message)
        for _ in 0..<count { messages.writeMultipleIntegers(UInt32(0), UInt16(0x0A0A), UInt16(0)) }
        for _ in 0..<Self.manyTimes { try channel.writeInbound(messages) }
        #expect(try channel.refusal() == .rateExceeded)
    }

    @Test func `a publisher may send as much as its stream needs`() throws {
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.publish))
        var pings = ByteBuffer()
        for _ in 0..<1_000 { ProtocolMessage.pong(Pong(sent: 1, received: 2, answered: 3)).write(to: &pings) }
        for _ in 0..<10 { try channel.writeInbound(pings) }
        #expect(try channel.refusal() == nil)
    }

    @Test func `a publisher that sends more than it may is closed`() throws {
        let relay = EmbeddedRelay { $0.limits.perAddress.bytesPerSecond = 1_000 }
        let (channel, _) = try relay.connect()
        try channel.writeInbound(opening(.publish))
        var pongs = ByteBuffer()
        for _ in 0..<100 { ProtocolMessage.pong(Pong(sent: 1, received: 2, answered: 3)).write(to: &pongs) }
        for _ in 0..<Self.manyTimes { try channel.writeInbound(pongs) }
        #expect(try channel.refusal() == .rateExceeded)
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished)
    }

    /// TLS waits for the peer's answer before it closes, and holds what is unsent.
    @Test(arguments: [false, true])
    func `a viewer over TLS that takes nothing is closed when its time is over`(isEvicted: Bool) throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: FakeTLS(answersClose: false)))
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: [0x16]))
        try channel.writeInbound(FakeTLS.record(opening(.subscribe)))
        let session = try #require(connection?.session)
        #expect(session.viewer != nil)
        if isEvicted {
            session.evict(because: .evicted)
        } else {
            try channel.writeInbound(FakeTLS.record(ProtocolMessage.goodbye(Ending(.endOfStream, "Enough.")).encoded()))
            session.tick(at: .now())
            #expect(channel.isActive, "it has a moment to read what is on its way")
            session.tick(at: .now() + LingeringClose.timeout + .milliseconds(1))
        }
        #expect(!channel.isActive)
        relay.eventLoop.run()
        #expect(relay.loop.connections.isEmpty)
    }

    /// Closes the channel at the write of this number.
    private final class ResetAtWrite: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        private var writesLeft: Int

        init(_ number: Int) { writesLeft = number }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            writesLeft -= 1
            if writesLeft == 0 { context.close(promise: nil) }
            context.write(data, promise: promise)
        }
    }
}
