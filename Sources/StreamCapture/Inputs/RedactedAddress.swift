/// Text that may hold addresses of streams, without what nobody else is to read in a log: names and passwords
/// (RFC 3986 3.2.1), queries, where tokens are, and the stream keys of RTMP.
enum RedactedAddress {
    /// Cuts the secrets out of every address in `text`.
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

    /// What may be shown of an address behind its scheme.
    private static func publicPart(_ address: Substring) -> Substring {
        var address = address
        let end = address.firstIndex { "/?#".contains($0) } ?? address.endIndex
        let authority = address[..<end]
        if let at = authority.lastIndex(of: "@") {
            address = address[address.index(after: at)...]
        } else if let colon = authority.firstIndex(of: ":"), !isPort(authority[authority.index(after: colon)...]),
            !authority.hasPrefix("["), let at = address.lastIndex(of: "@")
        {
            // A password with a slash or a question mark in it, which ought to have been escaped.
            address = address[address.index(after: at)...]
        }
        return address.firstIndex(of: "?").map { address[..<$0] } ?? address
    }

    /// Whether what stands before an address ends in such a scheme.
    private static func isRTMP(_ text: String) -> Bool {
        let scheme = text.dropLast("://".count).lowercased()
        return ["rtmp", "rtmps", "rtmpt", "rtmpe", "rtmpte", "rtmpts"].contains { scheme.hasSuffix($0) }
    }

    /// The key is what follows host and application.
    private static func withoutStreamKey(_ address: Substring) -> Substring {
        let parts = address.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, !parts[2].isEmpty else { return address }
        return "\(parts[0])/\(parts[1])/…"
    }

    private static func isPort(_ text: Substring) -> Bool { text.allSatisfy { $0.isASCII && $0.isNumber } }
}

extension Substring {
    /// Where `mark` comes first.
    fileprivate func range(ofAddressMark mark: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(mark) { return start..<index(start, offsetBy: mark.count) }
            start = index(after: start)
        }
        return nil
    }
}
