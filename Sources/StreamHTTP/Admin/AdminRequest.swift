import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// A whole request to the admin listener.
struct AdminRequest: Equatable, Sendable {
    /// The most bytes of a body. The accepted documents have a few dozen.
    static let maximumBodyLength = 4 * 1024

    let method: HTTPMethod
    /// The target as the client wrote it.
    let target: String
    let headers: HTTPHeaders
    var body = ByteBuffer()

    init(_ head: HTTPRequestHead) {
        method = head.method
        target = head.uri
        headers = head.headers
    }

    /// The token of an `Authorization: Bearer` header (RFC 6750 2.1).
    ///
    /// - Throws: ``ProtocolError`` if its text cannot be a token.
    var token: AccessToken? {
        get throws(ProtocolError) {
            guard let value = headers.first(name: "authorization") else { return nil }
            let scheme = "bearer "
            guard value.lowercased().hasPrefix(scheme) else { return nil }
            return try AccessToken(String(value.dropFirst(scheme.count).drop { $0 == " " }))
        }
    }

    /// Whether the content type is JSON, which a form in a web page cannot send.
    var isJSON: Bool {
        let type = headers.first(name: "content-type")?.split(separator: ";").first ?? ""
        return type.filter { $0 != " " }.lowercased() == "application/json"
    }

    /// Whether the `Host` field is a name that only this machine has. A page on the internet whose name resolves to
    /// this machine (DNS rebinding) sends its own name.
    var namesLoopback: Bool {
        let hosts = headers[canonicalForm: "host"]
        guard hosts.count == 1, let host = hosts.first else { return false }
        return Self.loopbackHost(of: host.lowercased())
    }

    private static func loopbackHost(of text: String) -> Bool {
        let name = text.hasPrefix("[") ? text.prefix { $0 != "]" }.dropFirst() : text.prefix { $0 != ":" }
        if name == "localhost" || name == "::1" { return true }
        // Only addresses that the system parses: 127.0.0.1.example.org is a name.
        guard let address = try? SocketAddress(ipAddress: String(name), port: 0) else { return false }
        return address.isLoopback
    }
}
