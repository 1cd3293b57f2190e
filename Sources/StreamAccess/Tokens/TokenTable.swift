import StreamProtocol

/// The static tokens of a relay, by their digests.
public struct TokenTable: Sendable {
    /// The most tokens. Each token that a client shows is compared with all of them.
    public static let maximumCount = 4096
    /// The most bytes of a line, so that a mistake in a file is reported where it begins.
    static let maximumLineLength = 8192

    /// The tokens, in the order in which they were added.
    public private(set) var lines: [TokenLine] = []
    /// In an array of their own, so that a search touches no other memory.
    private var digests: [TokenDigest] = []
    private var names: Set<String> = []

    /// A table without tokens.
    public init() {}

    /// - Throws: ``AccessConfigurationError`` if a name or a token occurs twice, or there are too many.
    public init(_ lines: [TokenLine]) throws(AccessConfigurationError) {
        for line in lines { try add(line) }
    }

    /// Adds the tokens of a text: one token in each line, comments that begin with `#`, and empty lines.
    ///
    /// - Parameters:
    ///   - source: The file or variable, for errors.
    ///   - separator: Another character that ends a line, for variables, in which line ends are hard to write.
    /// - Throws: ``AccessConfigurationError`` that names the line.
    public mutating func add(
        _ text: String,
        from source: String,
        separator: Character? = nil
    ) throws(AccessConfigurationError) {
        let ends = [UInt8(ascii: "\n")] + [separator?.asciiValue].compactMap(\.self)
        for (index, part) in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: ends.contains)
            .enumerated()
        {
            let line = Substring(part.last == UInt8(ascii: "\r") ? part.dropLast() : part)
            let content = line.utf8.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            guard let content, content != UInt8(ascii: "#") else { continue }
            do throws(AccessConfigurationError) {
                guard line.utf8.count <= Self.maximumLineLength else {
                    throw AccessConfigurationError(
                        "is longer than \(Self.maximumLineLength) bytes; use fewer patterns."
                    )
                }
                try add(TokenLine(parsing: line))
            } catch {
                throw error.at(source, line: index + 1)
            }
        }
    }

    mutating func add(_ line: TokenLine) throws(AccessConfigurationError) {
        guard lines.count < Self.maximumCount else {
            throw AccessConfigurationError(
                "there are more than \(Self.maximumCount) tokens; use signed web tokens for so many."
            )
        }
        guard !names.contains(line.name) else {
            throw AccessConfigurationError("the name '\(line.name)' is there twice; give every token its own.")
        }
        guard find(line.digest) == nil else {
            throw AccessConfigurationError(key: "sha256", "this token is there twice; keep one of its lines.")
        }
        names.insert(line.name)
        lines.append(line)
        digests.append(line.digest)
    }

    /// Finds a token. Always compares it with all tokens, so that the time tells nothing.
    func find(_ digest: TokenDigest) -> TokenLine? {
        // The position of the equal digest, from 1; digests are unique.
        var position: UInt64 = 0
        for index in digests.indices {
            position |= (0 &- digests[index].equality(with: digest)) & UInt64(index + 1)
        }
        return position == 0 ? nil : lines[Int(position) - 1]
    }
}
