import NIOCore
import NIOEmbedded
import NIOExtras
import StreamClient
import StreamProtocol
import StreamRelay
import StreamTLS
import Synchronization
import Testing

@testable import StreamHTTP

/// The admin listener with the relay's certificate, and without one.
@Suite struct AdminTLSTests {
    /// Lets the token `admin` look into the relay, if nobody could read it on its way.
    private struct EncryptedTokens: Admission {
        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Pass> {
            guard credentials.isEncrypted else {
                return eventLoop.makeFailedFuture(ProtocolError(.encryptionRequired, "This token came in clear."))
            }
            return eventLoop.makeSucceededFuture(Pass(administers: credentials.token?.secret == "admin"))
        }
    }

    /// A certificate that is replaced.
    private final class ChangingDoor: TLSDoor {
        private let shown: Mutex<ServerCertificate>

        init(_ certificate: ServerCertificate) {
            shown = Mutex(certificate)
        }

        func show(_ certificate: ServerCertificate) { shown.withLock { $0 = certificate } }
        func makeHandlers() throws -> [any ChannelHandler] { try shown.withLock(\.self).makeHandlers() }
        func isTruncation(_ error: any Error) -> Bool { false }
    }

    /// The beginning of a handshake that goes no further: a record of 16 KiB, of which one byte comes.
    private static let halfHandshake: [UInt8] = [0x16, 0x03, 0x01, 0x40, 0x00, 0x01]

    @Test func oneListenerAnswersByTLSAndInClear() async throws {
        let certificate = try RunningAdmin.certificate()
        try await RunningAdmin.run(tls: certificate) { admin, _ async throws in
            for admin in [admin, try admin.pinning(certificate)] {
                #expect(try await admin.get("/healthz") == Answer(200, "alive\n"))
                #expect(try await admin.get("/metrics") == Answer(200, "figures 1\n"))
                #expect(try await admin.act("POST /streams/live/close").status == 404)
                #expect(try await admin.send("no request at all\r\n").status == 400)
            }
        }
    }

    @Test func aNewCertificateIsShownAtOnce() async throws {
        let (old, new) = (try RunningAdmin.certificate(), try RunningAdmin.certificate())
        let door = ChangingDoor(old)
        try await RunningAdmin.run(tls: door) { admin, _ async throws in
            #expect(try await admin.pinning(old).get("/readyz").status == 200)
            door.show(new)
            #expect(try await admin.pinning(new).get("/readyz").status == 200)
            let error = await #expect(throws: ClientError.self) { try await admin.pinning(old).get("/readyz") }
            #expect(error?.code == .certificateRefused)
        }
    }

    @Test func aTokenIsTakenByTLSOnly() async throws {
        let certificate = try RunningAdmin.certificate()
        try await RunningAdmin.run(tls: certificate, access: .bearers(EncryptedTokens())) { admin, _ async throws in
            let encrypted = try admin.pinning(certificate)
            for target in ["/metrics", "/streams"] {
                #expect(try await admin.get(target, token: "admin").status == 403)
                #expect(try await encrypted.get(target, token: "admin").status == 200)
                #expect(try await encrypted.get(target, token: "other").status == 403)
                #expect(try await encrypted.get(target).status == 401)
            }
            #expect(try await admin.get("/healthz").status == 200)
        }
    }

    @Test func withoutACertificateTLSIsAnsweredWithAnAlert() async throws {
        try await RunningAdmin.run { admin, _ async throws in
            let client = try await RawClient(port: admin.address.port ?? 0)
            try await client.send(Self.halfHandshake)
            #expect(try await client.readToEnd() == [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28])
            let pinning = try admin.pinning(RunningAdmin.certificate())
            let error = await #expect(throws: ClientError.self) { try await pinning.get("/healthz") }
            #expect(error?.code == .notEncrypted)
        }
    }

    @Test func handshakesCountAsConnections() async throws {
        try await RunningAdmin.run(tls: RunningAdmin.certificate()) { admin, _ async throws in
            try await withThrowingTaskGroup { group in
                for _ in 0...AdminService.connections {
                    group.addTask {
                        let client = try await RawClient(port: admin.address.port ?? 0)
                        // One that was closed already may not take it.
                        try? await client.send(Self.halfHandshake)
                        _ = try await client.readToEnd()
                    }
                }
                // One too many has come, and is closed.
                try await group.next()
                group.cancelAll()
            }
        }
    }
}

/// What a connection to the admin listener is granted from another machine, and how long.
@Suite struct AdminDoorTests {
    /// A connection from elsewhere, to a relay that takes `tls` only where `requiresTLS`.
    private func open(requiresTLS: Bool = false, tls: (any TLSDoor)? = nil) async throws -> NIOAsyncTestingChannel {
        var configuration = RelayConfiguration()
        configuration.requiresTLS = requiresTLS
        let relay = Relay(configuration: configuration, logger: RunningAdmin.logger)
        let desk = AdminDesk(
            relay: relay.control,
            metrics: { "figures 1\n" },
            actions: AdminActions(),
            logger: RunningAdmin.logger
        )
        let channel = NIOAsyncTestingChannel()
        let peer = try SocketAddress(ipAddress: "192.0.2.1", port: 1)
        channel.remoteAddress = peer
        try await channel.testingEventLoop.executeInContext {
            let connections = AdminConnections(
                capacity: 1,
                reserve: relay.control.reservedDescriptors,
                logger: RunningAdmin.logger
            )
            let connection = connections.open(channel)
            try channel.pipeline.syncOperations.addHandlers(
                connection,
                AdminDoor(tls: tls, access: .bearers(OpenAdmission()), desk: desk, connection: connection)
            )
        }
        try await channel.connect(to: peer).get()
        return channel
    }

    /// Asks without TLS.
    private func status(_ target: String, of channel: NIOAsyncTestingChannel) async throws -> String {
        try await channel.writeInbound(ByteBuffer(string: "GET \(target) HTTP/1.1\r\nhost: relay\r\n\r\n"))
        let answer = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
        return String(String(buffer: answer).prefix { $0 != "\r" }.dropFirst("HTTP/1.1 ".count).prefix(3))
    }

    @Test func whereTLSIsRequiredClearRequestsGetHealthOnly() async throws {
        for (target, clear) in [("/healthz", "200"), ("/metrics", "403"), ("/streams", "403"), ("/drain", "405")] {
            #expect(try await status(target, of: open(requiresTLS: true)) == clear)
        }
    }

    @Test func whereNobodyNeedsATokenToWatchMetricsNeedNone() async throws {
        for (target, clear) in [("/metrics", "200"), ("/streams", "401"), ("/connections", "401"), ("/relay", "401")] {
            #expect(try await status(target, of: open()) == clear)
        }
    }

    @Test func whoSaysNothingIsClosed() async throws {
        let channel = try await open()
        await channel.testingEventLoop.advanceTime(by: AdminHandler.patience - .nanoseconds(1))
        #expect(channel.isActive)
        await channel.testingEventLoop.advanceTime(by: .nanoseconds(1))
        try await channel.closeFuture.get()
    }

    /// TLS takes a moment of its own to say farewell.
    @Test(arguments: [[0x16, 0x03, 0x01, 0x40, 0x00, 0x01], [0x16]] as [[UInt8]])
    func aHalfOpenHandshakeIsReaped(_ bytes: [UInt8]) async throws {
        let channel = try await open(tls: RunningAdmin.certificate())
        let late = AdminHandler.patience - .seconds(1)
        await channel.testingEventLoop.advanceTime(by: late)
        // What comes late gets no more time.
        try await channel.writeInbound(ByteBuffer(bytes: bytes))
        #expect(channel.isActive)
        await channel.testingEventLoop.advanceTime(by: .seconds(1))
        await channel.testingEventLoop.advanceTime(by: .seconds(1))
        try await channel.closeFuture.get()
    }

    @Test func whoIsTurnedAwayIsClosedThoughItStays() async throws {
        let channel = try await open()
        try await channel.writeInbound(ByteBuffer(bytes: [0x16]))
        _ = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
        await channel.testingEventLoop.advanceTime(by: AdminDoor.farewell)
        try await channel.closeFuture.get()
    }

    @Test func whoHasNotAskedYetDoesNotHoldUpAnEnd() async throws {
        let channel = try await open(tls: RunningAdmin.certificate())
        try await channel.testingEventLoop.executeInContext {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        try await channel.closeFuture.get()
    }
}
