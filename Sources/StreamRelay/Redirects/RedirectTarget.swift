import StreamProtocol

/// Where clients connect instead: the address of another relay, checked, in the form of `Protocol.md` (Transport).
public struct RedirectTarget: Hashable, Sendable, CustomStringConvertible {
    private static let encrypted = "tls://"
    private static let unencrypted = "streamd://"

    /// The address as clients get it: at most ``ProtocolLimits/redirectLength`` bytes.
    public let description: String

    /// Reads an address such as `b.example:7450`, `tls://b.example` or `[2001:db8::1]:7450/live`.
    ///
    /// It has ASCII only, because not all clients read more: an international name is written as `xn--…`.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/malformedMessage`` for any other text.
    public init(_ text: String) throws(ProtocolError) {
        guard text.utf8.count <= ProtocolLimits.redirectLength, Self.isAddress(text.utf8[...]) else {
            throw ProtocolError(
                .malformedMessage,
                "'\(text.quoted())' is no address to send clients to; write one like 'b.example:7450' or "
                    + "'tls://b.example:7450'."
            )
        }
        description = text
    }

    /// The goodbye that sends a client there.
    ///
    /// - Parameters:
    ///   - isEncrypted: Whether TLS protects the client's connection now. If the address has no scheme, the next one is
    ///     like it (`Protocol.md`, Reconnecting).
    ///   - reason: One sentence for a person.
    /// - Returns: `nil` if the client would go from TLS to a connection without.
    func ending(isEncrypted: Bool, reason: String) -> Ending? {
        guard !isEncrypted || !description.utf8.starts(with: Self.unencrypted.utf8) else { return nil }
        var ending = Ending(.redirect, reason)
        ending.redirect = description
        return ending
    }

    // MARK: Form

    private static func isAddress(_ bytes: Substring.UTF8View) -> Bool {
        let scheme = [encrypted, unencrypted].first { bytes.starts(with: $0.utf8) } ?? ""
        let parts = bytes.dropFirst(scheme.utf8.count)
            .split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let authority = parts.first, isAuthority(authority) else { return false }
        return parts.count == 1 || (try? StreamName(String(decoding: parts[1], as: UTF8.self))) != nil
    }

    /// Whether the bytes are a host, perhaps with a port. A colon within brackets belongs to the host.
    private static func isAuthority(_ bytes: Substring.UTF8View) -> Bool {
        let isBracketed = bytes.first == UInt8(ascii: "[")
        let last = isBracketed ? UInt8(ascii: "]") : UInt8(ascii: ":")
        guard let end = bytes.firstIndex(of: last) ?? (isBracketed ? nil : bytes.endIndex) else { return false }
        let host = bytes[..<end].dropFirst(isBracketed ? 1 : 0)
        let rest = bytes[end...].dropFirst(isBracketed ? 1 : 0)
        guard !host.isEmpty, host.allSatisfy(isBracketed ? isAllowedInBrackets : isAllowedInName) else { return false }
        return rest.isEmpty || rest.first == UInt8(ascii: ":") && isPort(rest.dropFirst())
    }

    private static func isPort(_ bytes: Substring.UTF8View) -> Bool {
        // Five digits at most, so that the number fits.
        guard (1...5).contains(bytes.count), bytes.allSatisfy(isDigit) else { return false }
        return (1...65_535).contains(bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isAllowedInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: isDigit(byte)
        }
    }

    private static func isAllowedInBrackets(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: ":"),
            UInt8(ascii: "."):
            true
        default: isDigit(byte)
        }
    }
}
