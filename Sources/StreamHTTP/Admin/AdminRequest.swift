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
            guard value.utf8.prefix(scheme.utf8.count).isEqual(ignoringCaseTo: scheme) else { return nil }
            let secret = value.utf8.dropFirst(scheme.utf8.count).drop { $0 == UInt8(ascii: " ") }
            return try AccessToken(secret.text)
        }
    }

    /// Whether the content type is JSON, which a form in a web page cannot send.
    var isJSON: Bool {
        guard let value = headers.first(name: "content-type"),
            let type = value.utf8.split(separator: UInt8(ascii: ";")).first
        else { return false }
        return type.filter { $0 != UInt8(ascii: " ") }.isEqual(ignoringCaseTo: "application/json")
    }

    /// Whether the `Host` field is a name that only this machine has. A page on the internet whose name resolves to
    /// this machine (DNS rebinding) sends its own name.
    var namesLoopback: Bool {
        let hosts = headers[canonicalForm: "host"]
        guard hosts.count == 1, let host = hosts.first else { return false }
        return Self.loopbackHost(of: host.utf8)
    }

    private static func loopbackHost(of host: Substring.UTF8View) -> Bool {
        let name: Substring.UTF8View =
            host.hasPrefix("[")
            ? host.prefix { $0 != UInt8(ascii: "]") }.dropFirst() : host.prefix { $0 != UInt8(ascii: ":") }
        if name.isEqual(ignoringCaseTo: "localhost") || name.isEqual(to: "::1") { return true }
        // Only addresses that the system parses: 127.0.0.1.example.org is a name.
        guard let address = try? SocketAddress(ipAddress: name.text, port: 0) else { return false }
        return address.isLoopback
    }
}
