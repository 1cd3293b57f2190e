import FanOutUnderTest
import Logging
import NIOCore
import NIOPosix
import StreamRelay
import StreamTLS

@testable import StreamHTTP

/// A relay and its admin listener, for as long as a test needs them.
enum RunningAdmin {
    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    static func run(
        tls: (any TLSDoor)? = nil,
        access: AdminAccess = .thisMachine,
        actions: AdminActions = AdminActions(),
        _ body: (AdminAsker, RelayControl) async throws -> Void
    ) async throws {
        var configuration = RelayConfiguration()
        configuration.listener = .address(host: "127.0.0.1", port: 0)
        configuration.fanOut = .underTest
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let relay = Relay(configuration: configuration, group: group, logger: logger)
        let admin = AdminService(
            listener: .address(host: "127.0.0.1", port: 0),
            tls: tls,
            access: access,
            relay: relay.control,
            metrics: { "figures 1\n" },
            actions: actions,
            logger: logger
        )
        let relaying = Task { try await relay.run() }
        let serving = Task { try await admin.run() }
        _ = try await relay.address
        try await body(AdminAsker(address: admin.address), relay.control)
        serving.cancel()
        try await serving.value
        relaying.cancel()
        try await relaying.value
        try await group.shutdownGracefully()
    }

    /// A certificate that lives as long as the test.
    static func certificate() throws -> ServerCertificate {
        try ServerCertificate.selfSigned(names: ["localhost"], keptAt: nil, logger: logger)
    }
}
