#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An input that breaks a rule, and the error that it must get (`Protocol.md`, Negative vectors).
package struct NegativeVector: Sendable {
    package let name: String
    /// The section with the rule.
    package let section: String
    package let role: String?
    /// The name of the error, or `none`.
    package let error: String
    private let pieces: [Piece]

    private enum Piece: Sendable {
        case bytes([UInt8])
        case streamName
    }

    private struct File: Decodable {
        struct Case: Decodable {
            let name: String
            let rule: String
            let role: String?
            let bytes: [String]
            let error: String
        }
        let parts: [String: [String]]
        let cases: [Case]
    }

    /// What a client sends to a relay.
    package static let ofRelay = read(VectorFiles.relay)
    /// What a relay sends to a client.
    package static let ofClient = read(VectorFiles.client)

    /// The name as part of the name of a case.
    package var slug: String {
        let words = name.lowercased().replacing(" ..", with: " dot dot").replacing(" .", with: " dot")
        return words.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
    }

    /// All bytes, for a stream name of four letters.
    package func bytes(stream: String) -> [UInt8] {
        pieces.flatMap { piece in
            switch piece {
            case .bytes(let bytes): bytes
            case .streamName: Array(stream.utf8)
            }
        }
    }

    /// A file that cannot be read has no vectors; a test counts them.
    private static func read(_ text: String) -> [NegativeVector] {
        guard let file = try? JSONDecoder().decode(File.self, from: Data(text.utf8)) else { return [] }
        return file.cases.map { example in
            NegativeVector(
                name: example.name,
                section: example.rule,
                role: example.role,
                error: example.error,
                pieces: example.bytes.flatMap { pieces($0, file.parts) }
            )
        }
    }

    private static func pieces(_ line: String, _ parts: [String: [String]]) -> [Piece] {
        let text = line.prefix { $0 != "#" }
        let words = text.split(separator: " ")
        if words == ["<name>"] { return [.streamName] }
        if text.hasPrefix("@") {
            let name = words.joined(separator: " ").dropFirst()
            return (parts[String(name)] ?? []).flatMap { pieces($0, parts) }
        }
        let halves = text.split(separator: "*")
        let bytes = (halves.first ?? "").split(separator: " ").compactMap { UInt8($0, radix: 16) }
        let count = halves.count == 2 ? Int(halves[1].split(separator: " ").joined()) ?? 0 : 1
        return [.bytes(Array(repeatElement(bytes, count: count).joined()))]
    }
}
