import Logging
import NIOCore
import NIOEmbedded
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct SessionHandlerTests {
    private let core = RelayCore(
        configuration: RelayConfiguration(),
        admission: OpenAdmission(),
        name: "test",
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )

    private func opening(_ role: Hello.Role, instance: UInt64) -> ByteBuffer {
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        Message.hello(Hello(role: role, stream: .live, instance: InstanceID(high: 0, low: instance))).write(to: &bytes)
        return bytes
    }

    /// A write to a connection that was reset closes its channel at once, in the middle of what a session does.
    @Test(arguments: [Hello.Role.publish, .subscribe], 1...2)
    func whoIsGoneBeforeItsHelloIsReadLeavesNoGhost(role: Hello.Role, writes: Int) throws {
        let eventLoop = EmbeddedEventLoop()
        let loop = RelayLoop(eventLoop: eventLoop, core: core)
        let reset = EmbeddedChannel(handlers: [ResetAtWrite(writes), FrontDoor(loop: loop)], loop: eventLoop)
        try reset.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try reset.writeInbound(opening(role, instance: 1))
        #expect(!reset.isActive)
        let stream = try core.registry.subscribe(.live, waits: true)
        #expect(stream.viewerCount == 1)
        #expect(!stream.isPublished)
        eventLoop.run()
    }

    @Test func whoAsksAndNeverReadsIsEnded() throws {
        let eventLoop = EmbeddedEventLoop()
        let loop = RelayLoop(eventLoop: eventLoop, core: core)
        let channel = EmbeddedChannel(handler: FrontDoor(loop: loop), loop: eventLoop)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(opening(.subscribe, instance: 1))
        channel.isWritable = false
        var answers = ByteBuffer()
        for _ in 0..<100 {
            var pings = ByteBuffer()
            for _ in 0..<100 { Message.ping(Ping(sent: 1)).write(to: &pings) }
            try channel.writeInbound(pings)
            while var answer = try channel.readOutbound(as: ByteBuffer.self) { answers.writeBuffer(&answer) }
        }
        #expect(answers.readableBytes < 2 * SessionHandler.unreadBytes)
        var decoder = MessageDecoder()
        var last: MessageDecoder.InboundOut?
        while let answer = try decoder.decode(buffer: &answers) { last = answer }
        guard case .message(.error(let ending)) = last else { throw ProtocolError(.internalFault, "no error came") }
        #expect(ending.code == .rateExceeded)
        eventLoop.run()
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
