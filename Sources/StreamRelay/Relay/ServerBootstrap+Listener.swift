import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension ServerBootstrap {
    /// Listens there, with room for `backlog` connections that nobody has taken yet.
    package func start(
        _ listener: RelayConfiguration.Listener,
        backlog: CInt,
        handlers: @escaping @Sendable (any Channel) -> [any ChannelHandler] = { _ in [] }
    ) async throws -> any Channel {
        let bootstrap = serverChannelOption(.backlog, value: backlog).serverChannelInitializer { channel in
            // NIO tells the system a small backlog of its own for a socket that it is given.
            if case .socket(let descriptor) = listener { _ = listen(descriptor, backlog) }
            return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandlers(handlers(channel))
            }
        }
        return switch listener {
        case .address(let host, let port): try await bootstrap.bind(host: host, port: port).get()
        case .socket(let descriptor): try await bootstrap.withBoundSocket(descriptor).get()
        }
    }
}
