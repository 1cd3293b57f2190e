/// The result of one check.
struct Finding: Hashable, Encodable {
    enum Severity: String, Encodable {
        case ok
        /// It works with a limitation, or an optional part is missing.
        case warning
        /// Publishing fails.
        case problem
    }

    let topic: String
    let verdict: Severity
    /// One sentence.
    let text: String
    /// The command that fixes the problem, if there is one.
    let command: String?

    init(_ topic: String, _ verdict: Severity, _ text: String, command: String? = nil) {
        self.topic = topic
        self.verdict = verdict
        self.text = text
        self.command = command
    }
}

extension Diagnosis: CustomStringConvertible {
    /// The findings with their commands, for people.
    var description: String {
        let width = findings.map(\.topic.count).max() ?? 0
        var lines = findings.flatMap { finding in
            let topic = finding.topic + String(repeating: " ", count: width - finding.topic.count)
            let margin = String(repeating: " ", count: width + 11)
            return ["\(finding.verdict.label)  \(topic)  \(finding.text)"]
                + (finding.command.map { ["\(margin)$ \($0)"] } ?? [])
        }
        if let dockerRun {
            lines += ["", "In a container (docker/README.md says how to build the image):", "  \(dockerRun)"]
        }
        lines += ["", summary]
        return lines.joined(separator: "\n")
    }

    private var summary: String {
        let problems = findings.count { $0.verdict == .problem }
        let warnings = findings.count { $0.verdict == .warning }
        if problems + warnings == 0 { return "There are no problems." }
        return "\(Self.count(problems, "problem")), \(Self.count(warnings, "warning"))."
    }

    private static func count(_ number: Int, _ name: String) -> String {
        number == 0 ? "No \(name)s" : "\(number) \(name)\(number == 1 ? "" : "s")"
    }
}

extension Finding.Severity {
    /// All labels have the same length.
    fileprivate var label: String {
        switch self {
        case .ok: "ok     "
        case .warning: "warning"
        case .problem: "PROBLEM"
        }
    }
}
