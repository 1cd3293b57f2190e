import NIOCore
import NIOHTTP1
import WebPlayer

/// A file of the browser player, ready to be sent in either encoding.
///
/// The files hold no secret and no state of the relay: they are the same for every client, so a request for one needs
/// no token. What the player shows comes over the protocol, which asks for the token.
struct PlayerResource: Sendable {
    /// The page that shows which streams there are.
    static let galleryPage = PlayerResource(.galleryPage, hasHash: false)
    /// The page of a stream, which reads the name from its own address.
    static let playerPage = PlayerResource(.playerPage, hasHash: false)

    /// A page may load only what this relay serves, and connect to relays: `connect-src` allows others, to which a
    /// relay may redirect. Inline scripts and styles, plugins and forms are not allowed, nor frames on other sites, in
    /// which a page could be covered and clicked unseen.
    static let securityPolicy = """
        default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self' ws: wss:; \
        img-src 'self' blob:; media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'
        """

    private let text: ByteBuffer
    private let compressed: ByteBuffer
    /// Of both encodings.
    private let headers: HTTPHeaders

    /// - Parameter hasHash: Whether the file's address has the hash of its content.
    init(_ file: PlayerFile, hasHash: Bool) {
        let contentType = Self.contentType(of: file.name)
        let isPage = contentType.utf8.starts(with: "text/html".utf8)
        text = file.text.withUTF8Buffer { ByteBuffer(bytes: $0) }
        compressed = ByteBuffer(bytes: file.compressed)
        headers = [
            "content-type": contentType,
            "cache-control": hasHash ? "public, max-age=31536000, immutable" : "no-cache",
            "vary": isPage ? "accept, accept-encoding, origin" : "accept-encoding, origin",
            "content-security-policy": Self.securityPolicy,
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
        ]
    }

    /// The response to a request that was routed here.
    func response(to head: HTTPRequestHead) -> HTTPResponse {
        let compresses = Preferences(head.headers, "accept-encoding").accept("gzip", as: "*")
        // The two encodings are different bytes, so they have different tags (RFC 9110 8.8.3.3).
        let tag = compresses ? "\"\(PlayerFile.hash)-gzip\"" : "\"\(PlayerFile.hash)\""
        var response = HTTPResponse(.ok, headers, body: compresses ? compressed : text)
        response.headers.add(name: "etag", value: tag)
        if Self.isFresh(tag, for: head) {
            response.status = .notModified
            response.headers.remove(name: "content-type")
            response.body = ByteBuffer()
        } else if compresses {
            response.headers.add(name: "content-encoding", value: "gzip")
        }
        return response
    }

    /// Whether the client has the content with this tag (RFC 9110 13.1.2). The comparison ignores that a proxy has made
    /// the tag a weak one.
    private static func isFresh(_ tag: String, for head: HTTPRequestHead) -> Bool {
        head.headers[canonicalForm: "if-none-match"].contains { item in
            item == "*" || item == tag || item.hasPrefix("W/") && item.dropFirst(2) == tag
        }
    }

    private static func contentType(of name: String) -> String {
        switch name.utf8.split(separator: UInt8(ascii: ".")).last.map({ String($0) }) {
        case "html"?: "text/html; charset=utf-8"
        case "js"?: "text/javascript; charset=utf-8"
        case "css"?: "text/css; charset=utf-8"
        case "svg"?: "image/svg+xml; charset=utf-8"
        default: preconditionFailure("the player has a file of an unknown type: \(name)")
        }
    }
}

/// An asset of the browser player, by its address. Only assets that exist have a value.
struct PlayerAsset: Hashable {
    /// Below `/`. A stream's name contains no `@`.
    let path: String

    private static let resources = {
        let assets = PlayerFile.assets.map { file in
            ("@/\(PlayerFile.hash)/\(file.name)", PlayerResource(file, hasHash: true))
        }
        return Dictionary(uniqueKeysWithValues: assets + [("@/player.js", PlayerResource(.module, hasHash: false))])
    }()

    /// - Parameter path: The decoded path of a request, without its first slash.
    /// - Returns: `nil` if there is no such asset, or none of this version.
    init?(path: Substring.UTF8View) {
        let path = path.text
        guard Self.resources[path] != nil else { return nil }
        self.path = path
    }

    func response(to head: HTTPRequestHead) -> HTTPResponse {
        guard let resource = Self.resources[path] else { preconditionFailure("there is no asset '\(path)'") }
        return resource.response(to: head)
    }
}
