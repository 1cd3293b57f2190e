import NIOCore
import NIOPosix
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import TestSupport
import Testing

@testable import StreamCluster

/// How a relay connects to its origins.
@Suite(.timeLimit(.minutes(10))) struct OriginConnectorTests {
    @Test func `one provider of TLS serves all connections of the same settings`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array(Self.authority.utf8), to: "authority.pem")
        let rule = try #require(OriginRule("tls://a.example"))
        let settings = OriginSettings(rules: [rule], security: ClientSecurity(trust: .authorities(file: file)))
        let target = try #require(settings.target(of: .live))
        let connector = OriginConnector(settings, clientName: "edge", logger: .silent)
        #expect(connector.tls(for: target, 0) != nil)
        try folder.write([], to: "authority.pem")
        #expect(connector.tls(for: target, 0) != nil, "the file is read once")
        #expect(connector.tls(for: target, 1) == nil, "settings that came anew read it again")
    }

    @Test func `connections upstream run on the relay's event loops`() async throws {
        let upstream = PullCatcher()
        try await RunningRelay.run(upstream: upstream) { edge in
            let viewer = TestViewer(try edge.client())
            let pull = try #require(await upstream.next())
            let connector = OriginConnector(OriginSettings(), clientName: "edge", logger: .silent)
            let target = OriginSettings.Target(address: try RelayAddress("127.0.0.1:1"), security: nil)
            let group = connector.client(target, of: pull, tls: nil).eventLoopGroup
            #expect(edge.group.makeIterator().contains { $0 === group.next() })
            await viewer.leave()
        }
    }

    /// A certificate that nothing uses.
    private static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBfzCCASWgAwIBAgIUR9rI0MLvcGPeiHkUxyMnheIqARswCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJYXV0aG9yaXR5MCAXDTI2MTEyNjE1NTY0OVoYDzIxMjYxMTAy
        MTU1NjQ5WjAUMRIwEAYDVQQDDAlhdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAARXKiGLwsyCnBlWAZEbZZcko2YvF754+LRxXzaqkYiDpMsff/+DW1FO
        X0jAn7I2NQ8tWYCTD2kK/SgkG098QYZ8o1MwUTAdBgNVHQ4EFgQUGrr+9WoI0M40
        bWJh4x37K0GNEa8wHwYDVR0jBBgwFoAUGrr+9WoI0M40bWJh4x37K0GNEa8wDwYD
        VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAy2sThbq3uF3qxab2jNRr
        qYJFUVoy1ow1M3KELs5Xot0CIHpiOYQ5snRkJM2Le2FNlUmRfuiqyclV1xmAruEZ
        ZzFm
        -----END CERTIFICATE-----
        """
}

/// Catches the pulls of a relay in place of connecting.
private final class PullCatcher: UpstreamProvider {
    private let pulls: AsyncStream<Pull>
    private let continuation: AsyncStream<Pull>.Continuation

    init() { (pulls, continuation) = AsyncStream.makeStream() }

    func next() async -> Pull? { await pulls.first { _ in true } }

    func origin(of stream: StreamName) -> String? { "nowhere" }

    func run(_ pull: Pull) async -> PullEnd {
        continuation.yield(pull)
        while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
        return .stopped
    }
}
