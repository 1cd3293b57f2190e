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
            Message.tracks(try TrackTable(epoch: 1, tracks: [track])).write(to: &bytes)
            let header = FrameHeader(
                track: .zero,
                flags: .randomAccess,
                epoch: 1,
                decodeTime: 0,
                presentationTime: 0
            )
            Message.frame(Frame(header, payload: [1, 2, 3])).write(to: &bytes)
            return bytes
        }
    }

    @Test func nothingIsReadUntilItIsDecided() throws {
        try channel.writeInbound(opening(.subscribe))
        #expect(!isRead)
        #expect(try channel.sent().readableBytes == Preface.length)
        admission.decide(.success(.everyStream))
        #expect(isRead)
        guard case .welcome? = try decode(channel.sent()) else {
            Issue.record("no welcome")
            return
        }
    }

    @Test func whatCameMeanwhileIsTakenInOrder() throws {
        try channel.writeInbound(opening(.publish))
        // What the system had read before it was told to stop.
        var bytes = try media
        while let byte = bytes.readSlice(length: 1) { try channel.writeInbound(byte) }
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished)
        admission.decide(.success(.everyStream))
        #expect(stream.isPublished)
        #expect(stream.standing.epoch == 1)
        #expect(channel.isActive)
    }

    @Test func whatMayNotComeYetIsRefusedAfterwards() throws {
        try channel.writeInbound(opening(.subscribe))
        try channel.writeInbound(media)
        admission.decide(.success(.everyStream))
        #expect(try channel.last()?.code == .unexpectedMessage)
    }

    @Test func aRefusalIsToldAndNothingMoreIsTaken() throws {
        try channel.writeInbound(opening(.publish))
        try channel.writeInbound(media)
        admission.decide(.failure(ProtocolError(.unauthorized, "This token is not known.")))
        #expect(try channel.last()?.code == .unauthorized)
        #expect(isRead, "or the system throws the refusal away when it closes")
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished)
    }

    @Test func aPassForSomethingElseIsNotEnough() throws {
        try channel.writeInbound(opening(.publish))
        admission.decide(.success(Pass(watch: [.all])))
        #expect(try channel.last()?.code == .forbidden)
    }

    @Test func aFaultOfTheAdmissionIsNotTheClients() throws {
        struct Fault: Error {}
        try channel.writeInbound(opening(.subscribe))
        admission.decide(.failure(Fault()))
        #expect(try channel.last()?.code == .internalFault)
    }

    @Test func aDecisionThatTakesTooLongEndsTheWait() throws {
        try channel.writeInbound(opening(.publish))
        connection?.tenant?.tick(at: .now() + relay.core.configuration.limits.handshake)
        #expect(try channel.last()?.code == .handshakeTimeout)
        #expect(isRead)
        admission.decide(.success(.everyStream))
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished, "too late")
    }

    @Test(arguments: [Hello.Role.publish, .subscribe])
    func whoHasGoneMeanwhileLeavesNoGhost(role: Hello.Role) throws {
        try channel.writeInbound(opening(role))
        try channel.close().wait()
        admission.decide(.success(.everyStream))
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished)
        #expect(stream.viewerCount == 1, "the one just now")
        relay.eventLoop.run()
        #expect(relay.loop.connections.isEmpty)
    }

    @Test func whoStopsSendingMeanwhileIsLetGo() throws {
        try channel.writeInbound(opening(.publish))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        admission.decide(.success(.everyStream))
        let stream = try relay.core.registry.subscribe(.live, waits: true)
        #expect(!stream.isPublished)
    }

    @Test func theTokenAndWhereItComesFromAreShown() throws {
        let recording = RecordingAdmission()
        let (channel, _) = try EmbeddedRelay(admission: recording).connect(from: "203.0.113.9")
        try channel.writeInbound(opening(.subscribe, token: AccessToken("s3cret")))
        let shown = try #require(recording.shown.first)
        #expect(shown.token == (try AccessToken("s3cret")))
        #expect(shown.peer?.ipAddress == "203.0.113.9")
        #expect(!shown.isEncrypted)
    }

    @Test func `A token's limits hold for all who come with it`() throws {
        var pass = Pass.everyStream
        pass.allowance = Pass.Allowance(identity: "guests", limits: TokenLimits(viewers: 1))
        /// Comes with the token, from anywhere.
        func refusal(from address: String, _ role: Hello.Role = .subscribe) throws -> (EmbeddedChannel, Ending?) {
            let (channel, _) = try relay.connect(from: address)
            try channel.writeInbound(opening(role))
            admission.decide(.success(pass))
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
    fileprivate func last() throws -> Ending? {
        if case .error(let ending)? = try messages().last { ending } else { nil }
    }
}
