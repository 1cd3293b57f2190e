import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// The client of an admin connection, before its first request.
struct AdminClientInfo: Sendable {
    /// `nil` if the system does not report it.
    var peer: SocketAddress?
    /// Whether the client uses TLS.
    var isEncrypted: Bool
}

/// Decides which clients may use the admin listener.
public enum AdminAccess: Sendable {
    /// Any client; for a listener that only this machine can reach.
    case thisMachine
    /// Clients whose token has the scope `admin`. If no token is needed to watch every stream, none is needed for the
    /// metrics, which name neither streams nor clients; it is still needed for everything else.
    case bearers(any Admission)

    /// Refuses requests that are not allowed with any token.
    ///
    /// - Parameter isSecure: Whether the client uses TLS, or need not use it.
    func check(_ request: AdminRequest, _ route: AdminRoute, isSecure: Bool) throws(AdminRoute.Refusal) {
        guard !route.isHealth else { return }
        guard isSecure else { throw .init(.failure(.needsTLS)) }
        if case .thisMachine = self, !request.namesLoopback {
            throw .init(.failure(.misdirectedRequest, "Ask by the name localhost, 127.0.0.1 or [::1]."))
        }
        if route.isAction, !request.isJSON {
            throw .init(.failure(.unsupportedMediaType, "Send the header 'Content-Type: application/json'."))
        }
    }

    /// Checks whether the sender of `request` may use `route`. Must be called on `eventLoop`.
    ///
    /// - Returns: A future that fails with a ``ProtocolError`` if not.
    func admit(
        _ request: AdminRequest,
        _ route: AdminRoute,
        of client: AdminClientInfo,
        on eventLoop: any EventLoop
    ) -> EventLoopFuture<Void> {
        guard !route.isHealth, case .bearers(let admission) = self else { return eventLoop.makeSucceededVoidFuture() }
        do throws(ProtocolError) {
            let token = try request.token
            guard token != nil || route == .metrics else { throw .noToken }
            let credentials = Credentials(token: token, peer: client.peer, isEncrypted: client.isEncrypted)
            return admission.decision(on: credentials, for: eventLoop).flatMapThrowing { permissions in
                if permissions.isAdmin { return }
                guard token == nil else { throw ProtocolError.noAdministrator }
                guard permissions.watch.contains(.all) else { throw ProtocolError.noToken }
            }
        } catch {
            return eventLoop.makeFailedFuture(error)
        }
    }
}

extension ProtocolError {
    fileprivate static let needsTLS = ProtocolError(
        .encryptionRequired,
        "From other machines this relay takes encrypted connections only; connect by TLS."
    )
    fileprivate static let noToken = ProtocolError(
        .unauthorized,
        "Show a token with the scope 'admin' in the header 'Authorization: Bearer'."
    )
    fileprivate static let noAdministrator = ProtocolError(
        .forbidden,
        "This token does not have the scope 'admin'; ask the relay's operator for one that does."
    )
}
