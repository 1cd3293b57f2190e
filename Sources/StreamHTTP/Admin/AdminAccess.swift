import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// Who may look into a relay and control it.
public enum AdminAccess: Sendable {
    /// Whoever is on this machine; for a listener that only this machine reaches.
    case thisMachine
    /// Whoever shows a token with the scope `admin`.
    case bearers(any Admission)

    /// Refuses what may not be asked, token or not.
    func check(_ request: AdminRequest, _ route: AdminRoute) throws(AdminRoute.Refusal) {
        guard !route.isHealth else { return }
        if case .thisMachine = self, !request.namesLoopback {
            throw .init(.failure(.misdirectedRequest, "Ask by the name localhost, 127.0.0.1 or [::1]."))
        }
        if route.isAction, !request.isJSON {
            throw .init(.failure(.unsupportedMediaType, "Send the header 'Content-Type: application/json'."))
        }
    }

    /// Finds out whether whoever sent `request` may ask for `route`. To be called on `eventLoop`.
    ///
    /// - Returns: A future that fails with a ``ProtocolError`` where not.
    func admit(
        _ request: AdminRequest,
        _ route: AdminRoute,
        from peer: SocketAddress?,
        on eventLoop: any EventLoop
    ) -> EventLoopFuture<Void> {
        guard !route.isHealth, case .bearers(let admission) = self else { return eventLoop.makeSucceededVoidFuture() }
        do throws(ProtocolError) {
            guard let token = try request.token else { throw .noToken }
            let credentials = Credentials(token: token, peer: peer, isEncrypted: false)
            return admission.admit(credentials, on: eventLoop).flatMapThrowing { pass in
                guard pass.administers else { throw ProtocolError.noAdministrator }
            }
        } catch {
            return eventLoop.makeFailedFuture(error)
        }
    }
}

extension ProtocolError {
    fileprivate static let noToken = ProtocolError(
        .unauthorized,
        "Show a token with the scope 'admin' in the header 'Authorization: Bearer'."
    )
    fileprivate static let noAdministrator = ProtocolError(
        .forbidden,
        "This token does not have the scope 'admin'; ask the relay's operator for one that does."
    )
}
