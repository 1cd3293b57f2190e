import NIOCore

/// A host with an optional port, as in a `Host` field and in an origin (RFC 3986 3.2).
///
/// Forms that no browser sends are not accepted: user information, an empty port, an address in an unusual notation.
struct WebAuthority: Hashable {
    /// In lower case. An address is in the system's notation, without brackets.
    let host: String
    /// `nil` for the scheme's port.
    let port: UInt16?
    /// Whether the host is an IP address, not a name.
    let isAddress: Bool

    init?(_ text: Substring.UTF8View) {
        let name: Substring.UTF8View
        let rest: Substring.UTF8View
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            name = text[..<bracket].dropFirst()
            rest = text[bracket...].dropFirst()
            guard let address = Self.address(name), name.contains(UInt8(ascii: ":")) else { return nil }
            (host, isAddress) = (address, true)
        } else {
            name = text.prefix { $0 != UInt8(ascii: ":") }
            rest = text[name.endIndex...]
            guard !name.isEmpty, name.allSatisfy(Self.isOfName) else { return nil }
            let address = Self.address(name)
            (host, isAddress) = (address ?? name.text.lowercased(), address != nil)
        }
        guard !rest.isEmpty else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), digits.allSatisfy(Self.isDigit), let port = UInt16(digits.text) else { return nil }
        self.port = port
    }

    /// Whether the host is a name of the local machine on every machine (RFC 6761 6.3).
    var isLoopbackName: Bool {
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// Only addresses that the system parses: `127.1` is a name, which no DNS has.
    private static func address(_ bytes: Substring.UTF8View) -> String? {
        (try? SocketAddress(ipAddress: bytes.text, port: 0))?.ipAddress
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: isDigit(byte)
        }
    }
}
