/// Decides from what a browser tells whether a page asks that has no business here.
///
/// A browser asks in its user's name for whatever a page wants, and so reaches what the page's own server cannot: a
/// relay on the user's machine, or in their network. It says in `Origin` which page it is, except for a page that it
/// takes for the relay's own. That goes by names, and a page's owner can point theirs at the user's machine (DNS
/// rebinding); what the browser then says in `Host` is that name.
struct OriginCheck: Hashable {
    /// What is known of a request.
    struct Facts: Hashable {
        /// The values of all `Origin` fields.
        var origins: [String] = []
        /// The values of all `Host` fields.
        var hosts: [String] = []
        var isEncrypted = false
        /// Whether the other end is on this machine.
        var isFromThisMachine = false
    }

    /// Whether the request may be a page's that nobody has allowed: then only a valid token helps.
    let isForeign: Bool
    private let allowed: PageReaders

    init(_ facts: Facts, allowing allowed: AllowedOrigins) {
        if allowed.everyPage {
            isForeign = false
            self.allowed = .everyPage
        } else if let origin = facts.onlyOrigin, WebOrigin(origin).map(allowed.contains) == true {
            isForeign = false
            self.allowed = .page(of: origin)
        } else {
            isForeign = !facts.isOfOwnOrigin || facts.mayBeRebound(allowed)
            self.allowed = .nobody
        }
    }

    /// The pages that may read the answer.
    ///
    /// - Parameter showsToken: Whether a token came with the request, which no browser adds by itself.
    func readers(showsToken: Bool) -> PageReaders {
        allowed == .nobody && showsToken ? .everyPage : allowed
    }
}

/// The pages of other origins that a browser may let read an answer.
enum PageReaders: Hashable {
    case nobody
    /// Those of an origin, as the browser has written it.
    case page(of: String)
    case everyPage
}

extension OriginCheck.Facts {
    fileprivate var onlyOrigin: String? { origins.count == 1 ? origins.first : nil }

    /// Whether the request is for where its page came from, or for no page.
    fileprivate var isOfOwnOrigin: Bool {
        guard !origins.isEmpty else { return true }
        guard let origin = onlyOrigin.flatMap({ WebOrigin($0) }), hosts.count == 1, let host = hosts.first,
            let authority = WebAuthority(host[...])
        else { return false }
        return origin == WebOrigin(isEncrypted ? "https" : "http", authority)
    }

    /// Whether this machine was asked for by a name that a stranger may have given it. Programs that are so old that
    /// they send no `Host` are no browsers.
    fileprivate func mayBeRebound(_ allowed: AllowedOrigins) -> Bool {
        guard isFromThisMachine else { return false }
        return !hosts.allSatisfy { host in
            guard let host = WebAuthority(host[...]) else { return false }
            return host.isAddress || host.isLoopbackName || allowed.names(host)
        }
    }
}
