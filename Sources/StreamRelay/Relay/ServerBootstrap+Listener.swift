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
    package func start(_ listener: RelayConfiguration.Listener, backlog: CInt) async throws -> any Channel {
        switch listener {
        case .address(let host, let port):
            return try await serverChannelOption(.backlog, value: backlog).bind(host: host, port: port).get()
        case .socket(let descriptor):
            let channel = try await withBoundSocket(descriptor).get()
            // NIO has told the system a backlog of its own.
            _ = listen(descriptor, backlog)
            return channel
        }
    }
}
