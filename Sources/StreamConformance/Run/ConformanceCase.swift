/// One rule of the document, and the conversation that shows whether the other side keeps it.
package struct ConformanceCase<Trial: Sendable>: Sendable {
    /// A name such as `hello/role-0`: a group and the case in it, of small letters, digits and hyphens.
    package let name: String
    /// The section of the document that has the rule.
    package let clause: Clause
    /// One sentence: what the other side must do.
    package let rule: String
    /// Whether the case needs the other side for itself, because it measures time or changes what others see.
    package let isAlone: Bool
    /// How long the case may take. A case that hangs is a failure.
    package private(set) var deadline: Duration
    let run: @Sendable (Trial) async throws -> Void

    /// Time for a conversation of a few messages on a busy machine.
    package static var usualDeadline: Duration { .seconds(60) }

    package init(
        _ name: String,
        _ section: String,
        _ rule: String,
        isAlone: Bool = false,
        deadline: Duration = usualDeadline,
        run: @escaping @Sendable (Trial) async throws -> Void
    ) {
        self.name = name
        clause = Clause(section)
        self.rule = rule
        self.isAlone = isAlone
        self.deadline = deadline
        self.run = run
    }

    /// The same case with more time.
    func extended(by time: Duration) -> Self {
        var copy = self
        copy.deadline += time
        return copy
    }
}

/// Selects cases by name, with `*` for any run of characters. A name alone selects the group too.
package struct CasePattern: Hashable, Sendable {
    private let text: [Character]

    package init(_ text: String) { self.text = Array(text) }

    package func matches(_ name: String) -> Bool {
        let name = Array(name)
        return Self.matches(text[...], name[...]) || Self.matches(text + "/*", name[...])
    }

    private static func matches(_ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == "*" {
            let rest = pattern.dropFirst()
            return (name.startIndex...name.endIndex).contains { matches(rest, name[$0...]) }
        }
        return name.first == first && matches(pattern.dropFirst(), name.dropFirst())
    }

    private static func matches(_ pattern: [Character], _ name: ArraySlice<Character>) -> Bool {
        matches(pattern[...], name)
    }
}
