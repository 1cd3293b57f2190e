import NIOCore
import NIOEmbedded
import NIOExtras
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import StreamTLS
import Synchronization
import Testing

@testable import StreamHTTP

/// The admin listener with and without the relay's certificate.
@Suite(.timeLimit(.minutes(10))) struct AdminTLSTests {
    /// Admits the token `admin` as an operator, if it was sent encrypted.
    private struct EncryptedTokens: Admission {
        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
            guard credentials.isEncrypted else {
                return eventLoop.makeFailedFuture(ProtocolError(.encryptionRequired, "This token came in clear."))
            }
            return eventLoop.makeSucceededFuture(Permissions(isAdmin: credentials.token?.secret == "admin"))
        }
    }

    /// A certificate that is replaced.
    private final class ChangingTLSProvider: TLSProvider {
        private let shown: Mutex<ServerCertificate>

        init(_ certificate: ServerCertificate) {
            shown = Mutex(certificate)
        }

        func show(_ certificate: ServerCertificate) { shown.withLock { $0 = certificate } }
        func makeHandlers() throws -> [any ChannelHandler] { try shown.withLock(\.self).makeHandlers() }
        func isTruncation(_ error: any Error) -> Bool { false }
    }

    /// The beginning of an unfinished handshake: one byte of a record of 16 KiB.
    private static let halfHandshake: [UInt8] = [0x16, 0x03, 0x01, 0x40, 0x00, 0x01]

    @Test func `one listener serves TLS and clear text`() async throws {
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

    @Test func `a publisher or viewer learns that this is not the relay's port`() async throws {
        let certificate = try RunningAdmin.certificate()
        try await RunningAdmin.run(tls: certificate) { admin, _ async throws in
            for scheme in ["streamd", "tls"] {
                var configuration = ClientConfiguration(
                    try RelayAddress("\(scheme)://\(admin.address.ipAddress ?? ""):\(admin.address.port ?? 0)/live")
                )
                if scheme == "tls" {
                    let pin = try CertificateFingerprint(certificate.fingerprint)
                    configuration.security = ClientSecurity(trust: .pins([pin]))
                }
                let watcher = StreamWatcher(configuration, request: WatchRequest())
                let error = await #expect(throws: ClientError.self) { try await watcher.run { _ in } }
                #expect(error?.ending?.code == .roleNotServed)
                #expect(error?.reason.contains("This is an admin listener; ") == true)
            }
        }
    }

    @Test func `a new certificate is used at once`() async throws {
        let (old, new) = (try RunningAdmin.certificate(), try RunningAdmin.certificate())
        let provider = ChangingTLSProvider(old)
        try await RunningAdmin.run(tls: provider) { admin, _ async throws in
            #expect(try await admin.pinning(old).get("/readyz").status == 200)
            provider.show(new)
            #expect(try await admin.pinning(new).get("/readyz").status == 200)
            let error = await #expect(throws: ClientError.self) { try await admin.pinning(old).get("/readyz") }
            #expect(error?.code == .certificateRefused)
        }
    }

    @Test func `a token is accepted over TLS only`() async throws {
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

    @Test func `without a certificate TLS is answered with an alert`() async throws {
        try await RunningAdmin.run { admin, _ async throws in
            let client = try await RawClient(port: admin.address.port ?? 0)
            try await client.send(Self.halfHandshake)
            #expect(try await client.readToEnd() == [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28])
            let pinning = try admin.pinning(RunningAdmin.certificate())
            let error = await #expect(throws: ClientError.self) { try await pinning.get("/healthz") }
            #expect(error?.code == .notEncrypted)
        }
    }

    @Test func `TLS handshakes count as connections`() async throws {
        try await RunningAdmin.run(tls: RunningAdmin.certificate()) { admin, _ async throws in
            try await withThrowingTaskGroup { group in
                for _ in 0...AdminService.maximumConnections {
                    group.addTask {
                        let client = try await RawClient(port: admin.address.port ?? 0)
                        // A connection that has been closed may fail to send it.
                        try? await client.send(Self.halfHandshake)
                        _ = try await client.readToEnd()
                    }
                }
                // One more than the limit was opened, and one is closed.
                try await group.next()
                group.cancelAll()
            }
        }
    }
}

/// The requests that another machine may send, and the time limits of its connections.
@Suite(.timeLimit(.minutes(10))) struct AdminProtocolDetectorTests {
    /// Opens a connection from another machine, to a relay that accepts only TLS if `requiresTLS`, and closes it after
    /// `body`.
    ///
    /// - Parameter lateBytes: What the client has sent when the first response is written.
    private func withConnection(
        requiresTLS: Bool = false,
        tls: (any TLSProvider)? = nil,
        lateBytes: ByteBuffer? = nil,
        _ body: (NIOAsyncTestingChannel) async throws -> Void
    ) async throws {
        var configuration = RelayConfiguration()
        configuration.requiresTLS = requiresTLS
        let relay = Relay(configuration: configuration, logger: .silent)
        let controller = AdminController(
            relay: relay.control,
            metrics: { "figures 1\n" },
            actions: AdminActions(),
            logger: .silent
        )
        let channel = NIOAsyncTestingChannel()
        let peer = try SocketAddress(ipAddress: "192.0.2.1", port: 1)
        channel.remoteAddress = peer
        try await channel.testingEventLoop.executeInContext {
            let connections = AdminConnections(
                capacity: 1,
                reserve: relay.control.reservedDescriptors,
                logger: .silent
            )
            let connection = connections.open(channel)
            if let lateBytes { try channel.pipeline.syncOperations.addHandler(DeliveringWhileWriting(lateBytes)) }
            try channel.pipeline.syncOperations.addHandlers(
                connection,
                AdminProtocolDetector(
                    tls: tls,
                    access: .bearers(OpenAdmission()),
                    controller: controller,
                    connection: connection
                )
            )
        }
        try await channel.connect(to: peer).get()
        try await body(channel)
        try await channel.testingEventLoop.executeInContext { channel.close(promise: nil) }
        await channel.testingEventLoop.shutdownGracefully()
    }

    /// The status of the answer to a request without TLS.
    private func status(of target: String, _ channel: NIOAsyncTestingChannel) async throws -> String {
        try await channel.writeInbound(ByteBuffer(string: "GET \(target) HTTP/1.1\r\nhost: relay\r\n\r\n"))
        let answer = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
        return String(String(buffer: answer).prefix { $0 != "\r" }.dropFirst("HTTP/1.1 ".count).prefix(3))
    }

    /// Otherwise they were lost.
    @Test func `bytes that arrive while a response is written belong to the next request`() async throws {
        let request = ByteBuffer(string: "GET /nothing HTTP/1.1\r\nhost: relay\r\n\r\n")
        var rest = request
        let slice = rest.readSlice(length: 10)
        let start = try #require(slice)
        try await withConnection(lateBytes: start) { channel in
            try await channel.writeInbound(request)
            try await channel.writeInbound(rest)
            var responses = ""
            while let bytes = try await channel.readOutbound(as: ByteBuffer.self) { responses += String(buffer: bytes) }
            let count = responses.ranges(of: "HTTP/1.1 404").count
            #expect(count == 2, "\(responses)")
        }
    }

    @Test func `where TLS is required, clear text requests get health only`() async throws {
        for (target, clear) in [("/healthz", "200"), ("/metrics", "403"), ("/streams", "403"), ("/drain", "405")] {
            try await withConnection(requiresTLS: true) { channel in
                let answer = try await status(of: target, channel)
                #expect(answer == clear)
            }
        }
    }

    @Test func `where watching needs no token, metrics need none`() async throws {
        for (target, clear) in [("/metrics", "200"), ("/streams", "401"), ("/connections", "401"), ("/relay", "401")] {
            try await withConnection { channel in
                let answer = try await status(of: target, channel)
                #expect(answer == clear)
            }
        }
    }

    @Test func `a silent connection is closed`() async throws {
        try await withConnection { channel in
            await channel.testingEventLoop.advanceTime(by: AdminStateMachine.requestTimeout - .nanoseconds(1))
            #expect(channel.isActive)
            await channel.testingEventLoop.advanceTime(by: .nanoseconds(1))
            try await channel.closeFuture.get()
        }
    }

    /// TLS waits for a close_notify.
    @Test(arguments: [[0x16, 0x03, 0x01, 0x40, 0x00, 0x01], [0x16]] as [[UInt8]])
    func `a half-open TLS handshake times out`(_ bytes: [UInt8]) async throws {
        try await withConnection(tls: RunningAdmin.certificate()) { channel in
            let late = AdminStateMachine.requestTimeout - .seconds(1)
            await channel.testingEventLoop.advanceTime(by: late)
            // Late bytes do not extend the time.
            try await channel.writeInbound(ByteBuffer(bytes: bytes))
            #expect(channel.isActive)
            await channel.testingEventLoop.advanceTime(by: .seconds(1))
            await channel.testingEventLoop.advanceTime(by: .seconds(1))
            try await channel.closeFuture.get()
        }
    }

    @Test func `a refused connection is closed although the client keeps it open`() async throws {
        try await withConnection { channel in
            try await channel.writeInbound(ByteBuffer(bytes: [0x16]))
            _ = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
            await channel.testingEventLoop.advanceTime(by: AdminProtocolStateMachine.lingerTimeout)
            try await channel.closeFuture.get()
        }
    }

    @Test func `a connection without a request does not delay the shutdown`() async throws {
        try await withConnection(tls: RunningAdmin.certificate()) { channel in
            try await channel.testingEventLoop.executeInContext {
                channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
            try await channel.closeFuture.get()
        }
    }
}
