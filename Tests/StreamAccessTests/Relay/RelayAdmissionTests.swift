import FanOutUnderTest
import Foundation
import Logging
import NIOCore
import NIOPosix

import StreamClient
import StreamProtocol
import StreamRelay
import Synchronization
import Testing

@testable import StreamAccess

/// Tokens through a whole relay over TCP.
@Suite struct RelayAdmissionTests {
    /// Runs a relay with these rules on two event loops for as long as `body` does.
    private func withRelay(_ admission: any Admission, _ body: (Int) async throws -> Void) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        var configuration = RelayConfiguration()
        configuration.listener = .address(host: "127.0.0.1", port: 0)
        configuration.fanOut = .underTest
        let relay = Relay(
            configuration: configuration,
            admission: admission,
            group: group,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let serving = Task { try await relay.run() }
        var failure: (any Error)?
        do { try await body(relay.address.port ?? 0) } catch { failure = error }
        serving.cancel()
        _ = await serving.result
        try await group.shutdownGracefully()
        if let failure { throw failure }
    }

    private func rules() throws -> AccessRules {
        let tokens = try TokenTable([
            line("camera", publish: ["studio/*"]), line("guest", watch: ["studio/*"]),
            line("old", publish: ["*"], watch: ["*"], expires: now),
        ])
        return AccessRules(tokens: tokens, keys: try KeyFile(Array(VectorKey.p256.utf8)).keys)
    }

    private func client(_ port: Int, _ token: String?, stream: String = "studio/a") throws -> ClientConfiguration {
        var configuration = ClientConfiguration(try RelayAddress("127.0.0.1:\(port)/\(stream)"))
        configuration.token = try token.map { try AccessToken($0) }
        return configuration
    }

    /// How the relay ends a publisher that it does not want.
    private func publishing(_ configuration: ClientConfiguration) async throws -> ErrorCode? {
        let publisher = StreamPublisher(configuration)
        try publisher.setTracks([Track(id: .zero, kind: .video, codec: .h264)])
        let error = await #expect(throws: Ending.self) { try await publisher.run() }
        return error?.code
    }

    private func watching(_ configuration: ClientConfiguration) async -> ErrorCode? {
        let error = await #expect(throws: Ending.self) {
            try await StreamWatcher(configuration, request: WatchRequest()).run { _ in }
        }
        return error?.code
    }

    /// Publishes a frame with one token, and watches it with the other.
    private func expectFrame(_ port: Int, publisher: String, viewer: String) async throws {
        let publisher = StreamPublisher(try client(port, publisher))
        try publisher.setTracks([Track(id: .zero, kind: .video, codec: .h264)])
        let publishing = Task { try await publisher.run() }
        defer { publishing.cancel() }
        try await publisher.send(
            OutgoingFrame(
                track: .zero,
                flags: .randomAccess,
                decodeTime: 0,
                presentationTime: 0,
                captureTime: WallClock.system.now,
                payload: ByteBuffer(bytes: [1, 2, 3])
            )
        )
        struct Seen: Error {}
        await #expect(throws: Seen.self) {
            try await StreamWatcher(try client(port, viewer), request: WatchRequest()).run { event in
                if case .frame = event { throw Seen() }
            }
        }
        publisher.finish()
        try await publishing.value
    }

    @Test func theRightTokensPublishAndWatch() async throws {
        try await withRelay(TokenAdmission(try rules()) { now }) { port in
            try await expectFrame(port, publisher: token("camera").secret, viewer: token("guest").secret)
            try await expectFrame(port, publisher: SignedToken.es256, viewer: SignedToken.es256Named)
        }
    }

    @Test func wrongTokensAreRefusedForWhatIsWrong() async throws {
        try await withRelay(TokenAdmission(try rules()) { now }) { port in
            let wrong: [(String?, ErrorCode)] = [
                (nil, .unauthorized), (try token("nobody").secret, .unauthorized),
                (try token("old").secret, .unauthorized),
                (SignedToken.es256ByOtherKey, .unauthorized), (SignedToken.none, .unauthorized),
                (ClaimsToken.expired, .unauthorized), ("a.b.c", .unauthorized),
            ]
            for (token, code) in wrong {
                #expect(try await publishing(client(port, token)) == code)
                #expect(try await watching(client(port, token)) == code)
            }
            #expect(try await publishing(client(port, token("guest").secret)) == .forbidden)
            #expect(try await watching(client(port, token("camera").secret)) == .forbidden)
            #expect(try await watching(client(port, token("guest").secret, stream: "live")) == .forbidden)
            #expect(try await publishing(client(port, SignedToken.es256, stream: "elsewhere")) == .forbidden)
        }
    }

    @Test func anOldTokenIsRefusedAsSoonAsTheRulesChange() async throws {
        let admission = TokenAdmission(try rules()) { now }
        try await withRelay(admission) { port in
            try await expectFrame(port, publisher: token("camera").secret, viewer: token("guest").secret)
            admission.apply(AccessRules(tokens: try TokenTable([line("other", publish: ["*"], watch: ["*"])])))
            #expect(try await publishing(client(port, token("camera").secret)) == .unauthorized)
            #expect(try await watching(client(port, SignedToken.es256)) == .unauthorized)
            try await expectFrame(port, publisher: token("other").secret, viewer: token("other").secret)
        }
    }

    @Test(arguments: [SignedToken.es256, SignedToken.es256ByOtherKey])
    func whatAClientSendsBeforeItIsAdmittedWaits(token: String) async throws {
        let admission = SlowAdmission(TokenAdmission(try rules()) { now })
        try await withRelay(admission) { port in
            var hello = Hello(role: .publish, stream: try StreamName("studio/a"), instance: InstanceID(high: 1, low: 1))
            hello.token = try AccessToken(token)
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            try await channel.executeThenClose { inbound, outbound in
                var opening = ByteBuffer()
                Preface.supported.write(to: &opening)
                Message.hello(hello).write(to: &opening)
                Message.ping(Ping(sent: 7)).write(to: &opening)
                try await outbound.write(opening)
                await admission.wasAsked()
                for sent in Int64(8)...9 { try await outbound.write(Message.ping(Ping(sent: sent)).encoded()) }
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

    func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Pass> {
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
