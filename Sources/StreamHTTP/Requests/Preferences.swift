import NIOHTTP1

/// What a client accepts: the items of `Accept` or `Accept-Encoding` (RFC 9110 12.5). Their order is of no use here.
struct Preferences {
    private let items: [Substring]

    /// - Parameter field: The name of the field.
    init(_ headers: HTTPHeaders, _ field: String) {
        items = headers[canonicalForm: field]
    }

    /// Whether the client accepts `value`, with any weight but 0.
    ///
    /// - Parameters:
    ///   - value: In lower case.
    ///   - wildcard: The item that stands for all values that the client does not name; `nil` if the client must name
    ///     the value.
    func accept(_ value: String, as wildcard: String? = nil) -> Bool {
        accepts(value) ?? wildcard.flatMap(accepts) ?? false
    }

    /// - Returns: `nil` if no item names `value`.
    private func accepts(_ value: String) -> Bool? {
        for item in items {
            let parts = item.utf8.split(separator: UInt8(ascii: ";")).map(Self.trimmed)
            guard parts.first?.isEqual(ignoringCaseTo: value) == true else { continue }
            return !parts.dropFirst().contains(where: Self.isZeroWeight)
        }
        return nil
    }

    /// Whether a parameter is a weight of 0, as in `q=0.000` (RFC 9110 12.4.2).
    private static func isZeroWeight(_ parameter: Substring.UTF8View) -> Bool {
        let (name, weight) = parameter.cut(at: UInt8(ascii: "="))
        return name.isEqual(ignoringCaseTo: "q") && weight.first == UInt8(ascii: "0")
            && weight.dropFirst().allSatisfy { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "0") }
    }

    private static func trimmed(_ part: Substring.UTF8View) -> Substring.UTF8View {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var part = part.drop(while: isSpace)
        while let last = part.last, isSpace(last) { part = part.dropLast() }
        return part
    }
}
