import StreamProtocol

/// The target of a request (RFC 9112 3.2), parsed.
struct RequestTarget: Hashable {
    /// The decoded path, with its leading slash.
    let path: String
    private let query: [QueryItem]

    private struct QueryItem: Hashable {
        let name: String
        let value: String
    }

    /// Parses a target in origin form (`/live.h264?track=1`), in absolute form (`http://host/live.h264`), or `*`.
    ///
    /// - Throws: ``HTTPRefusal`` for anything else, and for escapes that are not UTF-8.
    init(_ target: String) throws(HTTPRefusal) {
        var rest = target.utf8[...]
        if !rest.hasPrefix("/"), let authority = rest.end(ofFirst: "://") {
            rest = rest[authority...].drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        }
        let (path, query) = rest.cut(at: UInt8(ascii: "?"))
        let isPath = path.isEmpty || path.hasPrefix("/") || path.isEqual(to: "*")
        guard isPath, let decoded = path.percentDecoded else {
            throw HTTPRefusal.malformed("The request's target is no path; ask for one like '/live.h264'.")
        }
        self.path = decoded.isEmpty ? "/" : decoded
        self.query = try query.split(separator: UInt8(ascii: "&")).map { item throws(HTTPRefusal) in
            let (name, value) = item.cut(at: UInt8(ascii: "="))
            guard let name = name.percentDecoded, let value = value.percentDecoded else {
                throw HTTPRefusal.malformed("The request's query has escapes that are no UTF-8; write '+' as %2B.")
            }
            return QueryItem(name: name, value: value)
        }
    }

    /// The value of the first parameter with this name.
    subscript(parameter: String) -> String? { query.first { $0.name == parameter }?.value }
}

extension Substring.UTF8View {
    /// The index behind the first occurrence of `text`.
    fileprivate func end(ofFirst text: String) -> Index? {
        let start = indices.first { self[$0...].hasPrefix(text) }
        return start.map { index($0, offsetBy: text.utf8.count) }
    }

    /// The text without percent-encoding (RFC 3986 2.1); `nil` if an escape is malformed or the bytes are not UTF-8. An
    /// escaped slash stays escaped, because it does not separate parts of a path.
    fileprivate var percentDecoded: String? {
        guard contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = self
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let high = Self.digit(digits.first), let low = Self.digit(digits.last) else {
                return nil
            }
            rest = rest.dropFirst(2)
            let decoded = high << 4 | low
            if decoded == UInt8(ascii: "/") { bytes += "%2F".utf8 } else { bytes.append(decoded) }
        }
        return String(utf8: bytes)
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
    }
}
