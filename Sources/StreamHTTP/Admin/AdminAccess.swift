import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// What is known of whoever asks before it says anything.
struct AdminCaller: Sendable {
    /// `nil` where the system does not say.
    var peer: SocketAddress?
    /// Whether it came by TLS.
    var isEncrypted: Bool
}

/// Who may look into a relay and control it.
public enum AdminAccess: Sendable {
    /// Whoever is on this machine; for a listener that only this machine reaches.
    case thisMachine
    /// Whoever shows a token with the scope `admin`. Where nobody needs a token to watch every stream, nobody needs one
    /// for the metrics either, which name no stream and nobody; for all else there, too.
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
        of caller: AdminCaller,
        on eventLoop: any EventLoop
    ) -> EventLoopFuture<Void> {
        guard !route.isHealth, case .bearers(let admission) = self else { return eventLoop.makeSucceededVoidFuture() }
        do throws(ProtocolError) {
            let token = try request.token
            guard token != nil || route == .metrics else { throw .noToken }
            let credentials = Credentials(token: token, peer: caller.peer, isEncrypted: caller.isEncrypted)
            return admission.admit(credentials, on: eventLoop).flatMapThrowing { pass in
                if pass.administers { return }
                guard token == nil else { throw ProtocolError.noAdministrator }
                guard pass.watch.contains(.all) else { throw ProtocolError.noToken }
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
