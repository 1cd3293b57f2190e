import NIOCore
import NIOPosix
import Platform

extension ServerBootstrap {
    /// Listens, with room for `backlog` connections that are not accepted yet.
    ///
    /// - Parameter handlers: Makes the handlers of the listener, before it accepts a connection.
    package func start(
        _ listener: RelayConfiguration.Listener,
        backlog: CInt,
        handlers: @escaping @Sendable (any Channel) throws -> [any ChannelHandler] = { _ in [] }
    ) async throws -> any Channel {
        let bootstrap = serverChannelOption(.backlog, value: backlog).serverChannelInitializer { channel in
            // For a socket that it is given, NIO sets a small backlog of its own.
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
