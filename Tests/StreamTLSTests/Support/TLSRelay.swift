import FanOutUnderTest
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import StreamClient
import StreamProtocol
import StreamRelay
import StreamTLS

/// A relay with a certificate, on a free port, for as long as a test needs it.
struct TLSRelay {
    let port: Int
    let certificate: ServerCertificate?
    let group: MultiThreadedEventLoopGroup

    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    static func run(
        _ certificate: ServerCertificate?,
        configure: (inout RelayConfiguration) -> Void = { _ in },
        _ body: (TLSRelay) async throws -> Void
    ) async throws {
        var configuration = RelayConfiguration()
        configuration.listener = .address(host: "127.0.0.1", port: 0)
        configuration.fanOut = .underTest
        configure(&configuration)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let relay = Relay(configuration: configuration, doors: Doors(tls: certificate), group: group, logger: logger)
        let serving = Task { try await relay.run() }
        let outcome: Result<Void, any Error>
        do {
            let port = try await relay.address.port ?? 0
            outcome = .success(try await body(TLSRelay(port: port, certificate: certificate, group: group)))
        } catch {
            outcome = .failure(error)
        }
        serving.cancel()
        _ = await serving.result
        try await group.shutdownGracefully()
        try outcome.get()
    }

    func client(_ trust: ClientSecurity.Trust?, host: String = "localhost") throws -> ClientConfiguration {
        var configuration = ClientConfiguration(try RelayAddress("\(host):\(port)/cam"))
        configuration.security = trust.map(ClientSecurity.init(trust:))
        configuration.backoff = Backoff(minimum: .milliseconds(5), maximum: .milliseconds(50))
        return configuration
    }

    /// Connects with a client of TLS that does as the test says.
    func raw(
        configure: (inout TLSConfiguration) -> Void = { _ in }
    ) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configure(&configuration)
        let context = try NIOSSLContext(configuration: configuration)
        return try await open { [context] channel in
            try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: nil))
        }
    }

    /// Connects with plain TCP.
    func open(
        _ prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in }
    ) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: group)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try prepare(channel)
                    return try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true)
                    )
                }
            }
    }
}
