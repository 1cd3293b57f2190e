import NIOCore
import NIOPosix
import Platform
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite(.timeLimit(.minutes(10))) struct CongestionControlTests {
    @Test(arguments: ["bbr", "a", "dctcp-reno_2", "fifteen-letters"])
    func `a name of the kernel is a name`(name: String) {
        #expect(CongestionControl(name)?.description == name)
    }

    @Test(arguments: ["", "sixteen-letters-", "BBR", "b b", "bbr\0", "bbr;", "../bbr", "ßbr"])
    func `no other text is a name`(text: String) {
        #expect(CongestionControl(text) == nil)
    }

    /// An algorithm that connections do not have by themselves; `nil` if programs may select only one.
    static let other: CongestionControl? = {
        let descriptor = socket(AF_INET, SocketKind.stream, 0)
        defer { close(descriptor) }
        let usual = CongestionAlgorithm.selected(for: descriptor)
        return CongestionAlgorithm.allowed.first { $0 != usual }.flatMap { CongestionControl($0) }
    }()

    @Test(.enabled(if: CongestionControlTests.other != nil, "this system has only one congestion control"))
    func `accepted connections have the listener's algorithm`() async throws {
        let other = try #require(Self.other)
        try await RunningRelay.run(configure: { $0.congestionControl = other }) { relay in
            let algorithms = try await algorithms(ofConnectionTo: relay)
            #expect(algorithms == [other.name])
        }
        try await RunningRelay.run { relay in
            let algorithms = try await algorithms(ofConnectionTo: relay)
            #expect(algorithms.count == 1 && algorithms != [other.name])
        }
    }

    @Test(.enabled(if: CongestionControlTests.other != nil, "this system has only one congestion control"))
    func `a listening socket that another program opened gets it too`() async throws {
        let other = try #require(Self.other)
        let holder = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.autoRead, value: false)
            .bind(host: "127.0.0.1", port: 0).get()
        let copied = try await holder.eventLoop.submit {
            try holder.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { dup($0) }
        }.get()
        let descriptor = try #require(copied)
        try await RunningRelay.run(
            configure: {
                $0.listener = .socket(descriptor)
                $0.congestionControl = other
            },
            { relay in
                let algorithms = try await algorithms(ofConnectionTo: relay)
                #expect(algorithms == [other.name])
            }
        )
        try await holder.close()
    }

    /// Connects, and asks the relay for the algorithms of all its connections.
    private func algorithms(ofConnectionTo running: RunningRelay) async throws -> [String] {
        try await running.open().executeThenClose { inbound, outbound in
            try await outbound.write(opening(.subscribe))
            // The relay has accepted the connection when it answers.
            _ = try await inbound.first { _ in true }
            return await running.relay.core.loops?.each { $0.algorithms }.flatMap(\.self) ?? []
        }
    }

    @Test func `an algorithm that the system does not have is an error at the start`() async throws {
        var configuration = RelayConfiguration()
        configuration.listener = .address(host: "127.0.0.1", port: 0)
        configuration.congestionControl = CongestionControl("no-such-one")
        let relay = Relay(configuration: configuration, logger: .silent)
        let address = Task { try await relay.address }
        let error = await #expect(throws: RelayError.self) { try await relay.run() }
        #expect(error?.code == .congestionControlUnavailable)
        let other = await #expect(throws: RelayError.self) { try await address.value }
        #expect(other == error)
    }

    @Test(arguments: [
        (
            ENOENT,
            "The kernel has no congestion control 'bbr', only reno, cubic; try 'modprobe tcp_bbr', which loads it if "
                + "there is a module for it, or choose another."
        ),
        (
            EPERM,
            "Programs without CAP_NET_ADMIN may not use the congestion control 'bbr', only reno; add it to "
                + "net.ipv4.tcp_allowed_congestion_control with sysctl, or choose another."
        ),
        (ENOSYS, "Only Linux lets a program choose the congestion control of its connections; leave it out."),
    ])
    func `a refusal says what to do`(code: CInt, reason: String) {
        let error = RelayError.noCongestionControl(
            "bbr",
            because: code,
            available: ["reno", "cubic"],
            allowed: ["reno"]
        )
        #expect(error.reason == reason)
    }

    @Test func `a kernel that does not say what it has is no hole in the sentence`() {
        let error = RelayError.noCongestionControl("bbr", because: ENOENT, available: [], allowed: [])
        #expect(error.reason.hasPrefix("The kernel has no congestion control 'bbr'; try "))
    }
}

extension RelayLoop {
    /// The congestion control of each connection.
    fileprivate var algorithms: [String] {
        connections.values.compactMap { connection -> String? in
            let operations = connection.channel.pipeline.syncOperations
            return try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
                CongestionAlgorithm.selected(for: $0)
            } ?? nil
        }
    }
}
