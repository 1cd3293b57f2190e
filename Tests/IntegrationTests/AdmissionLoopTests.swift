import NIOCore
import NIOPosix
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

/// Admissions that decide elsewhere than on the connection's event loop.
@Suite(.timeLimit(.minutes(10))) struct AdmissionLoopTests {
    /// Answers on an event loop that no relay has.
    private struct DistantAdmission: Admission {
        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
            let other = MultiThreadedEventLoopGroup.singleton.any()
            return other.submit { Permissions.allStreams }
        }
    }

    private static let asynchronous = AsyncAdmission { credentials async throws(ProtocolError) in
        await Task.yield()
        guard credentials.token?.secret == "open" else {
            throw ProtocolError(.unauthorized, "This token is not known here.")
        }
        return .allStreams
    }

    /// Publishes, watches and lists, all of which ask the admission.
    private func use(_ relay: RunningRelay, token: AccessToken? = nil) async throws {
        let publisher = try TestPublisher(try relay.client(token: token))
        try await publisher.sendGroup()
        let viewer = TestViewer(try relay.client(token: token))
        #expect(try await viewer.frame().sequence == 0)
        var lists = StreamLister(try relay.client(token: token)).lists.makeAsyncIterator()
        while let list = try await lists.next(), list.map(\.name.description) != ["live"] {}
        try await publisher.finish()
        _ = try await viewer.rest()
    }

    @Test func `an admission may answer on another event loop`() async throws {
        try await RunningRelay.run(admission: DistantAdmission()) { try await use($0) }
    }

    @Test func `an admission may be an asynchronous function`() async throws {
        try await RunningRelay.run(admission: Self.asynchronous) { relay in
            try await use(relay, token: AccessToken("open"))
            let refused = TestViewer(try relay.client(token: try AccessToken("wrong")))
            let error = await #expect(throws: ClientError.self) { try await refused.rest() }
            #expect(error?.ending?.code == .unauthorized)
        }
    }
}
