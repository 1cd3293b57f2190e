import StreamProtocol

/// The static tokens that a relay knows, by their digests.
public struct TokenTable: Sendable {
    /// The most tokens: every one that a client shows is compared with all of them.
    public static let maximumCount = 4096
    /// Bytes of a line, so that a mistake in a file is found where it begins.
    static let maximumLineLength = 8192

    public private(set) var lines: [TokenLine] = []
    /// Side by side, so that walking them touches nothing else.
    private var digests: [TokenDigest] = []
    private var names: Set<String> = []

    public init() {}

    /// - Throws: ``AccessMistake`` where a name or a token is there twice, or there are too many.
    public init(_ lines: [TokenLine]) throws(AccessMistake) {
        for line in lines { try add(line) }
    }

    /// Adds the tokens of a text with one line for each, comments that begin with `#`, and empty lines.
    ///
    /// - Parameters:
    ///   - source: The file or variable, for mistakes.
    ///   - separator: Another character that ends a line, for a variable that is hard to give line ends.
    /// - Throws: ``AccessMistake`` that names the line.
    public mutating func add(_ text: String, from source: String, separator: Character? = nil) throws(AccessMistake) {
        let ends = [UInt8(ascii: "\n")] + [separator?.asciiValue].compactMap(\.self)
        for (index, part) in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: ends.contains)
            .enumerated()
        {
            let line = Substring(part.last == UInt8(ascii: "\r") ? part.dropLast() : part)
            let content = line.utf8.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            guard let content, content != UInt8(ascii: "#") else { continue }
            do throws(AccessMistake) {
                guard line.utf8.count <= Self.maximumLineLength else {
                    throw AccessMistake("is longer than \(Self.maximumLineLength) bytes; use fewer patterns.")
                }
                try add(TokenLine(parsing: line))
            } catch {
                throw error.at(source, line: index + 1)
            }
        }
    }

    mutating func add(_ line: TokenLine) throws(AccessMistake) {
        guard lines.count < Self.maximumCount else {
            throw AccessMistake("there are more than \(Self.maximumCount) tokens; use signed web tokens for so many.")
        }
        guard !names.contains(line.name) else {
            throw AccessMistake("the name '\(line.name)' is there twice; give every token its own.")
        }
        guard find(line.digest) == nil else {
            throw AccessMistake(key: "sha256", "this token is there twice; keep one of its lines.")
        }
        names.insert(line.name)
        lines.append(line)
        digests.append(line.digest)
    }

    /// Finds a token. Compares it with every one there is, whether or not it was found.
    func find(_ digest: TokenDigest) -> TokenLine? {
        // The position of the one that is the same, from 1; no digest is there twice.
        var position: UInt64 = 0
        for index in digests.indices {
            position |= (0 &- digests[index].equality(with: digest)) & UInt64(index + 1)
        }
        return position == 0 ? nil : lines[Int(position) - 1]
    }
}
