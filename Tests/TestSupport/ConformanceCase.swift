import Foundation

/// A case of `Tests/StreamProtocolTests/conformance`: what one side sends, and the error that the other answers with.
/// `Protocol.md`, Negative vectors, describes the files.
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// What the case shows.
    public let name: String
    /// The client's role; `nil` if the relay does not accept its hello.
    public let role: String?
    /// Whether the fault does not show in the messages alone.
    public let isStateful: Bool
    /// The name of the error, or `none`.
    public let error: String
    private let pieces: [Piece]

    /// The case's name, as tests report it.
    public var description: String { name }

    /// All bytes, for a stream name of four letters.
    public func bytes(stream: String = "live") -> [UInt8] {
        pieces.flatMap { piece in
            switch piece {
            case .bytes(let bytes): bytes
            case .streamName: Array(stream.utf8)
            }
        }
    }

    /// What a client sends to a relay.
    public static func ofRelay() throws -> [ConformanceCase] { try read("relay.json") }

    /// What a relay sends to a client.
    public static func ofClient() throws -> [ConformanceCase] { try read("client.json") }

    private enum Piece: Sendable {
        case bytes([UInt8])
        case streamName
    }

    private struct File: Decodable {
        struct Case: Decodable {
            let name: String
            let role: String?
            let bytes: [String]
            let stateful: Bool?
            let error: String
        }
        let parts: [String: [String]]
        let cases: [Case]
    }

    private static func read(_ file: String) throws -> [ConformanceCase] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../StreamProtocolTests")
        let data = try Data(contentsOf: folder.appending(path: "conformance").appending(path: file))
        let content = try JSONDecoder().decode(File.self, from: data)
        return try content.cases.map { example in
            ConformanceCase(
                name: example.name,
                role: example.role,
                isStateful: example.stateful ?? false,
                error: example.error,
                pieces: try example.bytes.flatMap { try pieces($0, content.parts) }
            )
        }
    }

    private static func pieces(_ line: String, _ parts: [String: [String]]) throws -> [Piece] {
        let text = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
        if text == "<name>" { return [.streamName] }
        if text.hasPrefix("@") {
            guard let part = parts[String(text.dropFirst())] else { throw CocoaError(.coderValueNotFound) }
            return try part.flatMap { try pieces($0, parts) }
        }
        let halves = text.split(separator: "*")
        let bytes = [UInt8](hex: String(halves.first ?? ""))
        guard halves.count == 2 else { return [.bytes(bytes)] }
        guard let count = Int(halves[1].trimmingCharacters(in: .whitespaces)) else {
            throw CocoaError(.coderReadCorrupt)
        }
        return [.bytes(Array(repeatElement(bytes, count: count).joined()))]
    }
}
