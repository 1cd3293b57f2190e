import NIOCore
import StreamProtocol

/// What a connection shows of itself before it may do anything.
public struct Credentials: Sendable {
    /// The token that came along; `nil` where none did.
    public var token: AccessToken?
    /// Where the connection comes from; `nil` where the system does not say.
    public var peer: SocketAddress?
    /// Whether nobody on the way could read the token.
    public var isEncrypted: Bool

    public init(token: AccessToken?, peer: SocketAddress?, isEncrypted: Bool) {
        self.token = token
        self.peer = peer
        self.isEncrypted = isEncrypted
    }
}

/// Decides who may do what.
public protocol Admission: Sendable {
    /// Finds out what the bearer of `credentials` may do. Called on `eventLoop`, which must not be held up.
    ///
    /// - Returns: A future of this event loop. It fails with a ``ProtocolError``, which the client is told:
    ///   ``ErrorCode/unauthorized`` where the token is missing, unknown or expired, ``ErrorCode/encryptionRequired``
    ///   where it must not travel in clear.
    func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Pass>
}

/// Lets everybody publish and watch.
public struct OpenAdmission: Admission {
    public init() {}

    public func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Pass> {
        eventLoop.makeSucceededFuture(.everyStream)
    }
}
