import Foundation
import Testing

@testable import StreamConformance

/// Patterns, results and their formats.
struct ReportTests {
    private static let results = [
        CaseResult(
            name: "hello/names",
            clause: Clause("Hello"),
            rule: "Every name is allowed.",
            outcome: .passed,
            duration: .milliseconds(12)
        ),
        CaseResult(
            name: "gap/jump",
            clause: Clause("Rules for a relay"),
            rule: "The relay makes a gap.",
            outcome: .failed(Finding("\"<3>\" & \u{1B} came.", Clause("Gap"))),
            duration: .milliseconds(1500)
        ),
        CaseResult(
            name: "list/all",
            clause: Clause("Streams"),
            rule: "All streams are listed.",
            outcome: .skipped("The role is not served."),
            duration: .zero
        ),
    ]
    private static let report = ConformanceReport(subject: "relay", target: "127.0.0.1:1", results: results)

    @Test(arguments: [
        ("hello", "hello/names", true), ("hello/*", "hello/names", true), ("*/names", "hello/names", true),
        ("*", "a/b", true), ("hel*n*s", "hello/names", true), ("hell", "hello/names", false),
        ("names", "hello/names", false), ("hello/names", "hello/names-2", false), ("", "hello/names", false),
    ])
    func `a pattern selects names and groups`(pattern: String, name: String, isMatch: Bool) {
        #expect(CasePattern(pattern).matches(name) == isMatch)
    }

    @Test(arguments: [
        ("What must be implemented", "what-must-be-implemented"), ("Appendix A: HTTP", "appendix-a-http"),
        ("TLS", "tls"), ("Error and goodbye", "error-and-goodbye"),
    ])
    func `a clause has the anchor of its heading`(title: String, anchor: String) {
        #expect(Clause(title).anchor == anchor)
    }

    @Test func `the text names the failure, its rule and the section that was broken`() {
        let lines = Self.report.description.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("FAIL  gap/jump: \"<3>\" & ? came. "))
        #expect(lines[0].hasSuffix("The relay makes a gap. [Protocol.md#gap]"))
        #expect(lines[1] == "skip  list/all: The role is not served.")
        #expect(lines[2] == "relay 127.0.0.1:1: 1 passed, 1 failed, 1 skipped")
    }

    @Test func `the JSON has every case`() throws {
        let data = try JSONEncoder().encode(Self.report)
        let content = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(content["passed"] as? Int == 1)
        #expect(content["failed"] as? Int == 1)
        let cases = try #require(content["cases"] as? [[String: Any]])
        #expect(cases.map { $0["result"] as? String } == ["passed", "failed", "skipped"])
        #expect(cases[1]["anchor"] as? String == "gap")
        #expect(cases[1]["seconds"] as? Double == 1.5)
    }

    @Test func `the JUnit format is XML without control characters`() throws {
        let text = Self.report.junit
        #expect(text.contains("tests=\"3\" failures=\"1\" skipped=\"1\" time=\"1.512\""))
        #expect(text.contains("<failure message=\"&quot;&lt;3&gt;&quot; &amp; ? came.\">"))
        #expect(text.contains("<skipped message=\"The role is not served.\"/>"))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
}
