/// What is wrong with a file or variable that says who may do what. Holds nothing secret.
public struct AccessMistake: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// It could not be read at all.
        case unreadable
        /// What it says is not allowed.
        case invalid
    }

    public let kind: Kind
    /// The file or environment variable; `nil` where a line stands by itself.
    public internal(set) var source: String?
    /// Counted from 1.
    public internal(set) var line: Int?
    /// The key or claim that is wrong, where it is one.
    public let key: String?
    /// What is wrong and what is allowed.
    public let sentence: String

    init(key: String? = nil, _ sentence: String, kind: Kind = .invalid) {
        self.kind = kind
        self.key = key
        self.sentence = sentence
    }

    /// The same mistake, now that it is known where it stands.
    public func at(_ source: String, line: Int? = nil) -> AccessMistake {
        var mistake = self
        mistake.source = source
        mistake.line = line
        return mistake
    }

    public var description: String {
        let place = [source, line.map { "line \($0)" }, key.map { "'\($0)'" }].compactMap(\.self)
        return place.isEmpty ? sentence : place.joined(separator: ", ") + ": " + sentence
    }
}

/// Something about a file or variable that is allowed, but that its owner should know.
public struct AccessWarning: Hashable, Sendable, CustomStringConvertible {
    /// The file or environment variable.
    public let source: String
    public let sentence: String

    public var description: String { "\(source): \(sentence)" }
}
