/// What a case has shown.
package struct CaseResult: Sendable {
    package enum Outcome: Hashable, Sendable {
        case passed
        case failed(Finding)
        case skipped(String)
    }

    package let name: String
    /// The section of the case.
    package let clause: Clause
    package let rule: String
    package let outcome: Outcome
    package let duration: Duration

    package init(name: String, clause: Clause, rule: String, outcome: Outcome, duration: Duration) {
        self.name = name
        self.clause = clause
        self.rule = rule
        self.outcome = outcome
        self.duration = duration
    }

    /// The section with the rule that was broken, else that of the case.
    package var brokenClause: Clause {
        if case .failed(let finding) = outcome { finding.clause ?? clause } else { clause }
    }

    package var hasFailed: Bool { if case .failed = outcome { true } else { false } }

    /// One line for a person.
    package var line: String {
        switch outcome {
        case .passed: "ok    \(name)"
        case .skipped(let reason): "skip  \(name): \(reason)"
        case .failed(let finding): "FAIL  \(name): \(finding.message) \(rule) [\(brokenClause)]"
        }
    }

    var seconds: Double {
        let parts = duration.components
        return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    }
}
