import Foundation
import NIOCore
import NIOPosix
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Synchronization
import Testing

@testable import StreamAccess

/// Tokens through a whole relay over TCP.
@Suite(.timeLimit(.minutes(10))) struct RelayAdmissionTests {
    private func rules() throws -> AccessRules {
        let tokens = try TokenTable([
            line("camera", publish: ["studio/*"]), line("guest", watch: ["studio/*"]),
            line("old", publish: ["*"], watch: ["*"], expires: now),
        ])
        return AccessRules(tokens: tokens, keys: try KeyFile(Array(VectorKey.p256.utf8)).keys)
    }

    private func client(
        _ relay: RunningRelay,
        _ token: String?,
        stream: String = "studio/a"
    ) throws -> ClientConfiguration {
        try relay.client(stream, token: token.map { try AccessToken($0) })
    }

    /// How the relay ends a publisher that it does not want.
    private func publishing(_ configuration: ClientConfiguration) async throws -> ErrorCode? {
        let publisher = StreamPublisher(configuration)
        try publisher.outlet.setTracks([Track(id: .zero, kind: .video, codec: .h264)])
        let error = await #expect(throws: ClientError.self) { try await publisher.run() }
        return error?.ending?.code
    }

    private func watching(_ configuration: ClientConfiguration) async -> ErrorCode? {
        let error = await #expect(throws: ClientError.self) {
            try await StreamWatcher(configuration, request: WatchRequest()).run { _ in }
        }
        return error?.ending?.code
    }

    /// Publishes a frame with one token, and watches it with the other.
    private func expectFrame(_ relay: RunningRelay, publisher: String, viewer: String) async throws {
        let publisher = try TestPublisher(client(relay, publisher))
        try await publisher.sendGroup(of: 1)
        let viewer = TestViewer(try client(relay, viewer))
        #expect(try await viewer.frame().flags == .randomAccess)
        try await publisher.finish()
    }

    @Test func `a right token lets a client publish and watch`() async throws {
        try await RunningRelay.run(admission: TokenAdmission(try rules()) { now }) { relay in
            try await expectFrame(relay, publisher: token("camera").secret, viewer: token("guest").secret)
            try await expectFrame(relay, publisher: SignedToken.es256, viewer: SignedToken.es256Named)
        }
    }

    @Test func `a wrong token is refused with the reason`() async throws {
        try await RunningRelay.run(admission: TokenAdmission(try rules()) { now }) { relay in
            let wrong: [(String?, ErrorCode)] = [
                (nil, .unauthorized), (try token("unlisted").secret, .unauthorized),
                (try token("old").secret, .unauthorized),
                (SignedToken.es256ByOtherKey, .unauthorized), (SignedToken.none, .unauthorized),
                (ClaimsToken.expired, .unauthorized), ("a.b.c", .unauthorized),
            ]
            for (token, code) in wrong {
                #expect(try await publishing(client(relay, token)) == code)
                #expect(try await watching(client(relay, token)) == code)
            }
            #expect(try await publishing(client(relay, token("guest").secret)) == .forbidden)
            #expect(try await watching(client(relay, token("camera").secret)) == .forbidden)
            #expect(try await watching(client(relay, token("guest").secret, stream: "live")) == .forbidden)
            #expect(try await publishing(client(relay, SignedToken.es256, stream: "elsewhere")) == .forbidden)
        }
    }

    @Test func `an old token is refused as soon as the rules change`() async throws {
        let admission = TokenAdmission(try rules()) { now }
        try await RunningRelay.run(admission: admission) { relay in
            try await expectFrame(relay, publisher: token("camera").secret, viewer: token("guest").secret)
            admission.apply(AccessRules(tokens: try TokenTable([line("other", publish: ["*"], watch: ["*"])])))
            #expect(try await publishing(client(relay, token("camera").secret)) == .unauthorized)
            #expect(try await watching(client(relay, SignedToken.es256)) == .unauthorized)
            try await expectFrame(relay, publisher: token("other").secret, viewer: token("other").secret)
        }
    }

    @Test(arguments: [SignedToken.es256, SignedToken.es256ByOtherKey])
    func `what a client sends before it is admitted waits`(token: String) async throws {
        let admission = SlowAdmission(TokenAdmission(try rules()) { now })
        try await RunningRelay.run(admission: admission) { relay in
            var hello = Hello(role: .publish, stream: try StreamName("studio/a"), instance: InstanceID(high: 1, low: 1))
            hello.token = try AccessToken(token)
            try await relay.open().executeThenClose { inbound, outbound in
                try await outbound.write(.opening(.hello(hello), .ping(Ping(sent: 7))))
                await admission.wasAsked()
                for sent in Int64(8)...9 { try await outbound.write(ProtocolMessage.ping(Ping(sent: sent)).encoded()) }
                admission.decide()
                var received = ByteBuffer()
                var decoder = MessageDecoder()
                var pongs: [Int64] = []
                var ending: ErrorCode?
                reading: for try await var part in inbound {
                    received.writeBuffer(&part)
                    while let answer = try decoder.decode(buffer: &received) {
                        if case .message(.pong(let pong)) = answer { pongs.append(pong.sent) }
                        if case .message(.error(let error)) = answer { ending = error.code }
                        if pongs.count == 3 || ending != nil { break reading }
                    }
                }
                #expect(ending == (token == SignedToken.es256 ? nil : .unauthorized))
                #expect(pongs == (token == SignedToken.es256 ? [7, 8, 9] : []))
            }
        }
    }
}

/// Keeps what another has decided until a test lets it out.
private final class SlowAdmission: Admission {
    private let admission: TokenAdmission
    private let asked = AsyncStream<Void>.makeStream()
    private let gate = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Void.self)

    init(_ admission: TokenAdmission) {
        self.admission = admission
    }

    func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
        asked.continuation.yield()
        let decision = admission.admit(credentials, on: eventLoop)
        return gate.futureResult.hop(to: eventLoop).flatMap { decision }
    }

    func wasAsked() async {
        for await _ in asked.stream { return }
    }

    func decide() {
        gate.succeed()
    }
}
