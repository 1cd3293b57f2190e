extension Diagnosis: CustomStringConvertible {
    /// The findings, one after the other, each with what to run, for people.
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
        if problems + warnings == 0 { return "All is well." }
        return "\(Self.count(problems, "problem")), \(Self.count(warnings, "warning"))."
    }

    private static func count(_ number: Int, _ name: String) -> String {
        number == 0 ? "No \(name)s" : "\(number) \(name)\(number == 1 ? "" : "s")"
    }
}

extension Finding.Verdict {
    /// Of equal length.
    fileprivate var label: String {
        switch self {
        case .ok: "ok     "
        case .warning: "warning"
        case .problem: "PROBLEM"
        }
    }
}
