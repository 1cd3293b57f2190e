import NIOCore
import StreamProtocol

/// An admission that asks an asynchronous function, such as one that queries a database.
///
/// Each connection, and each request over HTTP, runs the function in a task of its own. While it runs, the relay reads
/// nothing from the client, and ends a connection whose decision takes longer than ``RelayLimits/handshake``.
public struct AsyncAdmission: Admission {
    private let decide: @Sendable (Credentials) async throws(ProtocolError) -> Permissions

    /// - Parameter decide: Finds out what the bearer of the credentials may do. It throws the error that the client
    ///   gets, such as one with ``ErrorCode/unauthorized``.
    public init(_ decide: @escaping @Sendable (Credentials) async throws(ProtocolError) -> Permissions) {
        self.decide = decide
    }

    public func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
        eventLoop.makeFutureWithTask { try await decide(credentials) }
    }
}
