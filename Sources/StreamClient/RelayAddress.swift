import StreamProtocol

/// The address of a stream: a relay's host and port, and the stream's name on it.
///
/// Written as `host`, `host:port`, `host/stream` or `host:port/stream`, after `tls://` if connections must be
/// encrypted, or after `streamd://` if they must not be. An IPv6 address stands in brackets.
public struct RelayAddress: Hashable, Sendable, CustomStringConvertible {
    /// The schemes that an address may begin with.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// The protocol over TCP, unencrypted.
        case streamd
        /// The protocol over TLS.
        case tls
    }

    /// The port that a relay listens on by default.
    public static let defaultPort = 7450

    /// The scheme; `nil` if the address has none, so that the settings decide.
    public var scheme: Scheme?
    /// A host name, or an IP address without brackets.
    public let host: String
    /// 1 to 65535.
    public let port: Int
    /// The stream's name on that relay.
    public var stream: StreamName

    /// Reads an address.
    ///
    /// - Parameter defaultStream: The stream if `text` names none.
    /// - Throws: ``ClientError`` with ``ClientError/Code/invalidAddress`` that says what to write instead.
    public init(_ text: String, defaultStream: StreamName = .live) throws(ClientError) {
        let (scheme, rest) = try Self.scheme(of: text)
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let authority = parts.first else { throw Self.invalid(text, "it needs a host name or an IP address") }
        self.scheme = scheme
        let (host, port) = try Self.split(authority, of: text)
        guard !host.isEmpty, host.utf8.allSatisfy(Self.isAllowed) else {
            throw Self.invalid(text, "it needs a host name or an IP address")
        }
        self.host = String(host)
        self.port = try Self.number(port, of: text)
        do {
            stream = parts.count == 2 ? try StreamName(String(parts[1])) : defaultStream
        } catch {
            throw ClientError(.invalidAddress, "The address '\(text)' cannot be used: \(error.reason)")
        }
    }

    /// The relay without the stream: `host:port`.
    public var endpoint: String {
        (host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host) + ":\(port)"
    }

    /// The address as text that ``init(_:defaultStream:)`` reads.
    public var description: String { (scheme.map { "\($0)://" } ?? "") + "\(endpoint)/\(stream)" }

    private static func scheme(of text: String) throws(ClientError) -> (Scheme?, Substring) {
        for scheme in Scheme.allCases where text.hasPrefix("\(scheme)://") {
            return (scheme, text.dropFirst("\(scheme)://".count))
        }
        guard !text.contains("://") else {
            throw invalid(text, "only 'tls://' and 'streamd://' may stand before the host")
        }
        return (nil, text[...])
    }

    /// Separates host and port. A colon within brackets belongs to the host.
    private static func split(
        _ authority: Substring,
        of text: String
    ) throws(ClientError) -> (host: Substring, port: Substring?) {
        guard authority.first == "[" else {
            let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2 else { throw invalid(text, "an IPv6 address needs brackets, as in '[::1]:7450'") }
            return (parts[0], parts.count == 2 ? parts[1] : nil)
        }
        guard let bracket = authority.firstIndex(of: "]") else { throw invalid(text, "a closing bracket is missing") }
        let host = authority[authority.index(after: authority.startIndex)..<bracket]
        let rest = authority[authority.index(after: bracket)...]
        if rest.isEmpty { return (host, nil) }
        guard rest.first == ":" else { throw invalid(text, "only ':' and a port may follow the bracket") }
        return (host, rest.dropFirst())
    }

    private static func number(_ port: Substring?, of text: String) throws(ClientError) -> Int {
        guard let port else { return defaultPort }
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port), (1...65535).contains(number)
        else {
            throw invalid(text, "a port is a number from 1 to 65535")
        }
        return number
    }

    /// Letters and digits of any script, and the punctuation of host names and IPv6 addresses with a zone.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x80..., UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    private static func invalid(_ text: String, _ advice: String) -> ClientError {
        ClientError(
            .invalidAddress,
            "'\(text)' is no address of a relay: \(advice); write it like 'localhost:\(defaultPort)/live'."
        )
    }
}
