import StreamProtocol

/// What is wrong with a file or variable with access rules. Contains no secret.
public struct AccessConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether the source or its content is wrong.
    public enum Kind: Hashable, Sendable {
        /// The source could not be read.
        case unreadable
        /// The content is not allowed.
        case invalid
    }

    /// Whether the source or its content is wrong.
    public let kind: Kind
    /// The file or environment variable; `nil` for a line without a source.
    public internal(set) var source: String?
    /// Line number, from 1.
    public internal(set) var line: Int?
    /// The key or claim that is wrong, if it is one.
    public let key: String?
    /// What is wrong, and what is allowed.
    public let sentence: String

    init(key: String? = nil, _ sentence: String, kind: Kind = .invalid) {
        self.kind = kind
        self.key = key
        self.sentence = sentence
    }

    /// The same error with its source and line.
    public func at(_ source: String, line: Int? = nil) -> AccessConfigurationError {
        var mistake = self
        mistake.source = source
        mistake.line = line
        return mistake
    }

    /// Place and sentence in one line.
    public var description: String {
        let source = source?.quoted(upTo: Quotation.pathLength)
        let place = [source, line.map { "line \($0)" }, key.map { "'\($0.quoted())'" }].compactMap(\.self)
        return place.isEmpty ? sentence : place.joined(separator: ", ") + ": " + sentence
    }
}

/// A warning about a file or variable whose content is allowed.
public struct AccessWarning: Hashable, Sendable, CustomStringConvertible {
    /// The file or environment variable.
    public let source: String
    /// What may be wrong, and what to do.
    public let sentence: String

    /// Source and sentence in one line.
    public var description: String { "\(source.quoted(upTo: Quotation.pathLength)): \(sentence)" }
}
