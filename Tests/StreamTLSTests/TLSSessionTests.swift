import NIOCore
import NIOSSL
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import TestSupport
import Testing

@testable import StreamTLS

/// Connections by TLS from their first byte to their last.
@Suite(.timeLimit(.minutes(10))) struct TLSSessionTests {
    private let folder: TemporaryFolder
    private let authority: TestAuthority

    init() throws {
        folder = try TemporaryFolder()
        authority = try TestAuthority()
    }

    private func certificate() throws -> ServerCertificate {
        try ServerCertificate(folder.write(authority.issue()), logger: .silent)
    }

    private func pin(_ relay: RunningRelay) throws -> ClientSecurity.Trust {
        .pins([try CertificateFingerprint(relay.certificate?.fingerprint ?? "")])
    }

    private static let hello = ProtocolMessage.hello(Hello(role: .subscribe, stream: .live, instance: .random()))

    private func frame(_ index: Int, payload: Int) -> MediaFrame {
        MediaFrame(
            track: .zero,
            flags: index == 0 ? .randomAccess : [],
            decodeTime: MediaTime(microseconds: Int64(index)),
            presentationTime: MediaTime(microseconds: Int64(index)),
            payload: ByteBuffer(repeating: UInt8(truncatingIfNeeded: index), count: payload)
        )
    }

    @Test func `a stream arrives whole while the certificate changes`() async throws {
        // A client that reconnected on a busy machine would see the new certificate.
        try await RunningRelay.run(tls: certificate()) { relay in
            let configuration = try relay.client(pin(relay))
            let publisher = StreamPublisher(configuration)
            let outlet = publisher.outlet
            try outlet.setTracks([Track(id: .zero, kind: .video, codec: .h264)])
            async let publishing: Void = publisher.run()
            let count = 60
            let watcher = StreamWatcher(configuration)
            let old = relay.certificate?.fingerprint
            var received: [UInt64] = []
            var connections = 0
            try await watcher.run { event in
                switch event {
                case .connected:
                    connections += 1
                    try await outlet.send(frame(0, payload: 200_000))
                case .frame(let frame):
                    received.append(frame.header.sequence)
                    if received.count == 1 {
                        try folder.write(authority.issue())
                        try relay.certificate?.reload()
                    }
                    guard received.count < count else { return outlet.finish() }
                    try await outlet.send(self.frame(received.count, payload: 3_000))
                default: break
                }
            }
            try await publishing
            #expect(received == Array(0..<UInt64(count)))
            #expect(connections == 1)
            #expect(relay.certificate?.fingerprint != old)
            #expect(outlet.backlog.bytes == 0)
            try await RelayProbe.ask(relay.client(pin(relay)))
            await #expect(throws: ClientError.self) { try await RelayProbe.ask(configuration) }
        }
    }

    @Test func `streams are listed`() async throws {
        try await RunningRelay.run(tls: certificate()) { relay in
            for try await list in StreamLister(try relay.client(pin(relay))).lists {
                #expect(list.isEmpty)
                break
            }
        }
    }

    @Test func `older versions of TLS are refused`() async throws {
        try await RunningRelay.run(tls: certificate()) { relay in
            for version in [TLSVersion.tlsv1, .tlsv11] {
                let channel = try await relay.raw {
                    $0.minimumTLSVersion = .tlsv1
                    $0.maximumTLSVersion = version
                }
                await #expect(throws: (any Error).self) { try await channel.answers(to: .opening(Self.hello)) }
            }
            for version in [TLSVersion.tlsv12, .tlsv13] {
                let channel = try await relay.raw { ($0.minimumTLSVersion, $0.maximumTLSVersion) = (version, version) }
                let said = try await channel.answers(to: .opening(.pong(Pong(sent: 0, received: 0, answered: 0))))
                #expect(said.first == .preface(versions: Preface.supported.versions), "\(version)")
            }
        }
    }

    /// The last message comes before TLS ends, and the end is a `close_notify`: otherwise reading would throw.
    @Test func `the last message reaches a peer that has half closed`() async throws {
        try await RunningRelay.run(tls: certificate()) { relay in
            let whole = ByteBuffer.opening(Self.hello)
            let part = whole.getSlice(at: 0, length: whole.readableBytes - 5) ?? whole
            let said = try await relay.raw().answers(to: part, halfClosing: true)
            guard case .message(.error(let ending)) = said.last else {
                Issue.record("\(said)")
                return
            }
            #expect(ending.code == .malformedMessage)
        }
    }

    @Test func `a silent peer gets nothing in TLS`() async throws {
        try await RunningRelay.run(tls: certificate(), configure: { $0.limits.handshake = .seconds(10) }) {
            relay in
            let said = try await relay.raw().answers(to: ByteBuffer())
            #expect(said.isEmpty)
        }
    }

    @Test func `a peer that stops in its first message gets its error in TLS`() async throws {
        try await RunningRelay.run(tls: certificate(), configure: { $0.limits.handshake = .seconds(10) }) {
            relay in
            let said = try await relay.raw(sending: ByteBuffer(bytes: [Preface.firstByte])).answers(to: ByteBuffer())
            guard case .message(.error(let ending)) = said.last else {
                Issue.record("\(said)")
                return
            }
            #expect(ending.code == .handshakeTimeout)
        }
    }

    /// The first record of a handshake that goes no further, and what may follow it: the relay must close.
    @Test(
        arguments: [
            [0x16, 0x03, 0x01, 0x40, 0x00, 0x01],
            [0x16, 0x03, 0x01, 0x00, 0x02, 0x01, 0x00, 0x99, 0x99, 0x99, 0x99, 0x99],
            [0x16, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x16],
        ] as [[UInt8]]
    )
    func `a broken handshake ends at its deadline`(_ bytes: [UInt8]) async throws {
        try await RunningRelay.run(tls: certificate(), configure: { $0.limits.handshake = .milliseconds(100) }) {
            relay in
            let channel = try await relay.open()
            try await channel.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(bytes: bytes))
                // Ends when the relay closes, with an alert or without.
                do { for try await _ in inbound {} } catch is IOError {}
            }
        }
    }

    @Test func `noise after a handshake ends the connection`() async throws {
        try await RunningRelay.run(tls: certificate()) { relay in
            let channel = try await relay.raw()
            try await channel.executeThenClose { inbound, outbound in
                try await outbound.write(.opening(Self.hello))
                var reading = inbound.makeAsyncIterator()
                _ = try await reading.next()
                // In front of TLS, so that it is no record.
                let bytes = ByteBuffer(repeating: 0xEE, count: 100)
                try await channel.channel.pipeline.context(handlerType: NIOSSLClientHandler.self)
                    .flatMap { context in context.writeAndFlush(NIOAny(bytes)) }.get()
                do { while try await reading.next() != nil {} } catch {}
            }
        }
    }
}
