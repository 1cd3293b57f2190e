/// Removes secrets from text with stream addresses, for logs: user names and passwords (RFC 3986 3.2.1), queries, which
/// contain tokens, and the stream keys of RTMP.
enum RedactedAddress {
    /// Removes the secrets from every address in `text`.
    static func redact(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.range(ofAddressMark: "://") {
            result += rest[..<mark.upperBound]
            rest = rest[mark.upperBound...]
            let end = rest.firstIndex { $0.isWhitespace || $0 == "'" || $0 == "\"" } ?? rest.endIndex
            let address = publicPart(rest[..<end])
            result += isRTMP(result) ? withoutStreamKey(address) : address
            rest = rest[end...]
        }
        return result + rest
    }

    /// The public part of an address after its scheme.
    private static func publicPart(_ address: Substring) -> Substring {
        var address = address
        let end = address.firstIndex { "/?#".contains($0) } ?? address.endIndex
        let authority = address[..<end]
        if let at = authority.lastIndex(of: "@") {
            address = address[address.index(after: at)...]
        } else if let colon = authority.firstIndex(of: ":"), !isPort(authority[authority.index(after: colon)...]),
            !authority.hasPrefix("["), let at = address.lastIndex(of: "@")
        {
            // A password may contain a slash or a question mark that was not escaped.
            address = address[address.index(after: at)...]
        }
        return address.firstIndex(of: "?").map { address[..<$0] } ?? address
    }

    /// Whether the text before an address ends with an RTMP scheme.
    private static func isRTMP(_ text: String) -> Bool {
        let scheme = text.dropLast("://".count).lowercased()
        return ["rtmp", "rtmps", "rtmpt", "rtmpe", "rtmpte", "rtmpts"].contains { scheme.hasSuffix($0) }
    }

    /// The key follows the host and the application.
    private static func withoutStreamKey(_ address: Substring) -> Substring {
        let parts = address.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, !parts[2].isEmpty else { return address }
        return "\(parts[0])/\(parts[1])/…"
    }

    private static func isPort(_ text: Substring) -> Bool { text.allSatisfy { $0.isASCII && $0.isNumber } }
}

extension Substring {
    /// The first occurrence of `mark`.
    fileprivate func range(ofAddressMark mark: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(mark) { return start..<index(start, offsetBy: mark.count) }
            start = index(after: start)
        }
        return nil
    }
}
