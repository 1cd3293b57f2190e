import NIOCore
import NIOEmbedded
import StreamProtocol
import Testing

@testable import StreamRelay

/// Sessions whose admission takes its time.
@Suite struct AdmissionTests {
    private let admission = SlowAdmission()
    private let relay: EmbeddedRelay
    private let channel: EmbeddedChannel
    private let connection: Connection?

    init() throws {
        relay = EmbeddedRelay(admission: admission)
        (channel, connection) = try relay.connect()
    }

    /// What the channel was last told; it does not tell by itself.
    private var isRead: Bool {
        let told = channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }
        return told?.value as? Bool ?? true
    }

    /// A publisher's table and first frame.
    private var media: ByteBuffer {
        get throws {
            var bytes = ByteBuffer()
            let track = Track(id: .zero, kind: .video, codec: .h264)
            ProtocolMessage.tracks(try TrackTable(epoch: 1, tracks: [track])).write(to: &bytes)
            let header = FrameHeader(
                track: .zero,
                flags: .randomAccess,
                epoch: 1,
                decodeTime: 0,
                presentationTime: 0
            )
            ProtocolMessage.frame(Frame(header, payload: [1, 2, 3])).write(to: &bytes)
            return bytes
        }
    }

    @Test func `nothing is read until the admission decides`() throws {
        try channel.writeInbound(opening(.subscribe))
        #expect(!isRead)
        #expect(try channel.sent().readableBytes == Preface.length)
        admission.decide(.success(.allStreams))
        #expect(isRead)
        guard case .welcome? = try decode(channel.sent()) else {
            Issue.record("no welcome")
            return
        }
    }

    @Test func `messages that came meanwhile are handled in order`() throws {
        try channel.writeInbound(opening(.publish))
        // Bytes that were read before reading was stopped.
        var bytes = try media
        while let byte = bytes.readSlice(length: 1) { try channel.writeInbound(byte) }
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished)
        admission.decide(.success(.allStreams))
        #expect(stream.isPublished)
        #expect(stream.currentState.epoch == 1)
        #expect(channel.isActive)
    }

    @Test func `a message that may not come yet is refused after the decision`() throws {
        try channel.writeInbound(opening(.subscribe))
        try channel.writeInbound(media)
        admission.decide(.success(.allStreams))
        #expect(try channel.last()?.code == .unexpectedMessage)
    }

    @Test func `after a refusal nothing more is read`() throws {
        try channel.writeInbound(opening(.publish))
        try channel.writeInbound(media)
        admission.decide(.failure(ProtocolError(.unauthorized, "This token is not known.")))
        #expect(try channel.last()?.code == .unauthorized)
        #expect(isRead, "or the system throws the refusal away when it closes")
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished)
    }

    @Test func `a pass for another stream is not enough`() throws {
        try channel.writeInbound(opening(.publish))
        admission.decide(.success(Permissions(watch: [.all])))
        #expect(try channel.last()?.code == .forbidden)
    }

    @Test func `a failure of the admission is not the client's error`() throws {
        struct Fault: Error {}
        try channel.writeInbound(opening(.subscribe))
        admission.decide(.failure(Fault()))
        #expect(try channel.last()?.code == .internalFault)
    }

    @Test func `a decision that takes too long ends the wait`() throws {
        try channel.writeInbound(opening(.publish))
        connection?.connectionHandler?.tick(at: .now() + relay.core.configuration.limits.handshake)
        #expect(try channel.last()?.code == .handshakeTimeout)
        #expect(isRead)
        admission.decide(.success(.allStreams))
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished, "too late")
    }

    @Test(arguments: [Hello.Role.publish, .subscribe])
    func `a client that left meanwhile leaves no session behind`(role: Hello.Role) throws {
        try channel.writeInbound(opening(role))
        try channel.close().wait()
        admission.decide(.success(.allStreams))
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished)
        #expect(stream.viewerCount == 1, "the one just now")
        relay.eventLoop.run()
        #expect(relay.loop.connections.isEmpty)
    }

    @Test func `a client that closed its side meanwhile is closed`() throws {
        try channel.writeInbound(opening(.publish))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        admission.decide(.success(.allStreams))
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished)
    }

    @Test func `the admission is given the token and where it comes from`() throws {
        let recording = RecordingAdmission()
        let relay = EmbeddedRelay(admission: recording)
        let (channel, _) = try relay.connect(from: "203.0.113.9")
        try channel.writeInbound(opening(.subscribe, token: AccessToken("s3cret")))
        let shown = try #require(recording.shown.first)
        #expect(shown.token == (try AccessToken("s3cret")))
        #expect(shown.peer?.ipAddress == "203.0.113.9")
        #expect(!shown.isEncrypted)
    }

    @Test func `a token's limits hold for all its connections`() throws {
        var permissions = Permissions.allStreams
        permissions.sharedLimits = Permissions.SharedLimits(identity: "guests", limits: TokenLimits(viewers: 1))
        /// Comes with the token, from anywhere.
        func refusal(from address: String, _ role: Hello.Role = .subscribe) throws -> (EmbeddedChannel, Ending?) {
            let (channel, _) = try relay.connect(from: address)
            try channel.writeInbound(opening(role))
            admission.decide(.success(permissions))
            return (channel, try channel.last())
        }
        let (first, none) = try refusal(from: "203.0.113.1")
        #expect(none == nil)
        #expect(try refusal(from: "203.0.113.2").1?.code == .tooManyFromAddress)
        #expect(try refusal(from: "203.0.113.2", .publish).1 == nil)
        try first.close().wait()
        relay.eventLoop.run()
        #expect(try refusal(from: "203.0.113.2").1 == nil)
    }
}

extension EmbeddedChannel {
    /// The error that was sent last.
    func last() throws -> Ending? {
        if case .error(let ending)? = try messages().last { ending } else { nil }
    }
}
