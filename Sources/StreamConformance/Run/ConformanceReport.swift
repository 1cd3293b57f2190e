/// The results of a run, for people and for programs.
package struct ConformanceReport: Sendable {
    /// What was tested: `relay`, `publisher` or `viewer`.
    package let subject: String
    /// Where it was.
    package let target: String
    package let results: [CaseResult]

    package init(subject: String, target: String, results: [CaseResult]) {
        self.subject = subject
        self.target = target
        self.results = results
    }

    package var failures: [CaseResult] { results.filter(\.hasFailed) }

    var skipped: [CaseResult] { results.filter { if case .skipped = $0.outcome { true } else { false } } }

    package var passedCount: Int { results.count - failures.count - skipped.count }
}

extension ConformanceReport: CustomStringConvertible {
    package var description: String {
        let counts = "\(passedCount) passed, \(failures.count) failed, \(skipped.count) skipped"
        return (failures.map(\.line) + skipped.map(\.line) + ["\(subject) \(target): \(counts)"])
            .joined(separator: "\n")
    }
}

extension ConformanceReport: Encodable {
    private enum Key: String, CodingKey {
        case subject, target, passed, failed, skipped, cases
    }

    private struct Case: Encodable {
        let name, section, anchor, rule, result: String
        let message: String?
        let seconds: Double

        init(_ result: CaseResult) {
            name = result.name
            section = result.brokenClause.title
            anchor = result.brokenClause.anchor
            rule = result.rule
            seconds = (result.seconds * 1000).rounded() / 1000
            switch result.outcome {
            case .passed: (self.result, message) = ("passed", nil)
            case .failed(let finding): (self.result, message) = ("failed", finding.message)
            case .skipped(let reason): (self.result, message) = ("skipped", reason)
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(subject, forKey: .subject)
        try container.encode(target, forKey: .target)
        try container.encode(passedCount, forKey: .passed)
        try container.encode(failures.count, forKey: .failed)
        try container.encode(skipped.count, forKey: .skipped)
        try container.encode(results.map(Case.init), forKey: .cases)
    }
}

extension ConformanceReport {
    /// The report in the format of JUnit, which continuous integration reads.
    package var junit: String {
        let total = results.reduce(0) { $0 + $1.seconds }
        let attributes =
            "name=\"\(subject)\" tests=\"\(results.count)\" failures=\"\(failures.count)\""
            + " skipped=\"\(skipped.count)\" time=\"\(total.milliseconds)\""
        let cases = results.map { result in
            let group = result.name.prefix { $0 != "/" }
            let opening =
                "    <testcase classname=\"\(subject).\(group)\" name=\"\(result.name.escaped)\""
                + " time=\"\(result.seconds.milliseconds)\""
            switch result.outcome {
            case .passed: return opening + "/>"
            case .skipped(let reason): return opening + "><skipped message=\"\(reason.escaped)\"/></testcase>"
            case .failed(let finding):
                let text = "\(result.rule) \(result.brokenClause)"
                return opening + "><failure message=\"\(finding.message.escaped)\">\(text.escaped)</failure></testcase>"
            }
        }
        return
            (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>", "  <testsuite \(attributes)>"]
            + cases + ["  </testsuite>", "</testsuites>", ""]).joined(separator: "\n")
    }
}

extension Double {
    /// Seconds with three digits.
    fileprivate var milliseconds: String {
        let thousandths = Int((self * 1000).rounded())
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}

extension String {
    /// The text in an attribute or element of XML. Control characters have no place there at all.
    fileprivate var escaped: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": text += "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
