import NIOCore
import NIOHTTP1
import StreamRelay

/// Decides from a browser's headers whether a request comes from a page that is not allowed.
///
/// A browser sends requests for any page with its user's network access, so a page can reach relays that its server
/// cannot: on the user's machine or in the user's network. The browser names the page in `Origin`, unless it considers
/// the page to be of the relay's own origin. That depends on names, and the owner of a page can make its name resolve
/// to the user's machine (DNS rebinding); the browser then sends that name in `Host`.
struct OriginCheck: Hashable {
    /// The parts of a request that matter.
    struct RequestInfo: Hashable {
        /// The values of all `Origin` fields.
        var origins: [String] = []
        /// The values of all `Host` fields.
        var hosts: [String] = []
        var isEncrypted = false
        /// Whether the client is on this machine.
        var isFromThisMachine = false
    }

    /// Whether the request may come from a page that is not allowed. It then needs a valid token.
    let requiresToken: Bool
    /// The pages that may read the response to a request without a valid token.
    let corsPolicy: CORSPolicy

    init(_ requestInfo: RequestInfo, allowing allowed: AllowedOrigins) {
        if allowed.allowsAnyOrigin {
            requiresToken = false
            corsPolicy = .anyOrigin
        } else if let origin = requestInfo.onlyOrigin, WebOrigin(origin).map(allowed.contains) == true {
            requiresToken = false
            corsPolicy = .origin(origin)
        } else {
            requiresToken = !requestInfo.isSameOrigin || requestInfo.mayBeRebound(allowed)
            corsPolicy = .sameOrigin
        }
    }
}

/// The pages of other origins that a browser lets read a response.
enum CORSPolicy: Hashable {
    case sameOrigin
    /// Pages of one origin, in the browser's notation.
    case origin(String)
    case anyOrigin

    /// The policy for the response to a request with a token, which no browser adds by itself: a page that has one may
    /// read what it allows. A token that an open relay does not know shows nothing.
    func withToken(isValid: Bool) -> CORSPolicy { self == .sameOrigin && isValid ? .anyOrigin : self }
}

extension OriginCheck.RequestInfo {
    fileprivate var onlyOrigin: String? { origins.count == 1 ? origins.first : nil }

    /// Whether the request comes from a page of the same origin, or from no page.
    fileprivate var isSameOrigin: Bool {
        guard !origins.isEmpty else { return true }
        guard let origin = onlyOrigin.flatMap({ WebOrigin($0) }), hosts.count == 1, let host = hosts.first,
            let authority = WebAuthority(host.utf8[...])
        else { return false }
        return origin == WebOrigin(isEncrypted ? "https" : "http", authority)
    }

    /// Whether the client uses a name for this machine that an attacker may have chosen. Programs too old to send
    /// `Host` are not browsers.
    fileprivate func mayBeRebound(_ allowed: AllowedOrigins) -> Bool {
        guard isFromThisMachine else { return false }
        return !hosts.allSatisfy { host in
            guard let host = WebAuthority(host.utf8[...]) else { return false }
            return host.isAddress || host.isLoopbackName || allowed.names(host)
        }
    }
}

extension OriginCheck {
    init(_ head: HTTPRequestHead, over connection: Connection, allowing allowed: AllowedOrigins) {
        let requestInfo = RequestInfo(
            origins: head.headers["origin"],
            hosts: head.headers["host"],
            isEncrypted: connection.isEncrypted,
            isFromThisMachine: connection.peer?.isLoopback ?? true
        )
        self.init(requestInfo, allowing: allowed)
    }
}
