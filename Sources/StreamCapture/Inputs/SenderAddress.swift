/// Where a capture listens for senders over TCP, such as `rtmp://127.0.0.1:1935/live/key`.
struct SenderAddress: Hashable, Sendable {
    /// RTMP's registered port, for an address without one.
    private static let defaultPort = 1935

    let scheme: String
    let host: String
    let port: Int
    /// The path and the query.
    private let rest: String

    /// - Returns: `nil` for other protocols than RTMP and TCP, for which libav listens itself, and without a port.
    init?(_ url: String) {
        guard let scheme = MediaScheme(url)?.name, scheme == "rtmp" || scheme == "tcp" else { return nil }
        let address = url.dropFirst("\(scheme)://".count)
        let authority = address.prefix { $0 != "/" && $0 != "?" }
        rest = String(address.dropFirst(authority.count))
        self.scheme = scheme
        if let colon = authority.lastIndex(of: ":"), authority[colon...].firstIndex(of: "]") == nil {
            guard let port = UInt16(authority[authority.index(after: colon)...]) else { return nil }
            self.port = Int(port)
            host = Self.unbracketed(authority[..<colon])
        } else {
            guard scheme == "rtmp" else { return nil }
            port = Self.defaultPort
            host = Self.unbracketed(authority)
        }
    }

    /// The same with a port of this machine, for libav.
    func url(atLocalPort port: Int) -> String { "\(scheme)://127.0.0.1:\(port)\(rest)" }

    /// Whether this can be the first byte of a sender. RTMP begins with its version, 3; TCP may carry any format.
    func isFirstByte(_ byte: UInt8) -> Bool { scheme == "tcp" || byte == 3 }

    private static func unbracketed(_ host: Substring) -> String {
        String(host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host)
    }
}
