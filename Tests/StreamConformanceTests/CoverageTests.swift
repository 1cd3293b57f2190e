import Foundation
import Testing

@testable import StreamConformance

/// Which rules of the document have cases: the tables of `docs/conformance.md` against `Protocol.md`.
struct CoverageTests {
    private struct Section {
        var title: String
        var sentences: [String] = []
    }

    private struct Row {
        let section: String
        let fragment: String
        let cases: String
    }

    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The sections of the document, with their sentences; a row of a table is one sentence.
    private static func sections() throws -> [Section] {
        var sections: [Section] = []
        var isCode = false
        for line in try text("Protocol.md").split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            if isCode { continue }
            if line.hasPrefix("#") {
                sections.append(Section(title: String(line.drop { $0 == "#" || $0 == " " })))
            } else if let last = sections.indices.last {
                let sentences = line.hasPrefix("|") ? [line] : line.split(separator: /\.\s+/)
                sections[last].sentences += sentences.map(String.init)
            }
        }
        // The first section is the title with the contents, and the change log repeats what the others say.
        return sections.dropFirst().filter { !$0.title.hasPrefix("Appendix B") }
    }

    private static func rows(after heading: String) throws -> [[String]] {
        let rest = try text("docs/conformance.md").split(separator: "\n").drop { $0 != heading }.dropFirst()
        return rest.prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") }.map { line in
            // A pipe in a cell has a backslash before it.
            line.replacing("\\|", with: "\u{1}").split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|")
            }
        }
    }

    private static func rules() throws -> [Row] {
        try rows(after: "### Rules").filter { $0.count == 3 && $0[0] != "section" }.map {
            Row(section: $0[0], fragment: $0[1].trimmingCharacters(in: ["`"]), cases: $0[2])
        }
    }

    private static let names: [String] =
        Carrier.allCases.flatMap { carrier in
            RelayCases.all(carrier).map { "relay " + $0.name } + ViewerCases.all(carrier).map { "viewer " + $0.name }
                + PublisherCases.all(carrier).map { "publisher " + $0.name }
        }

    @Test func `each sentence with must has a row, and each row a sentence`() throws {
        let rules = try Self.rules()
        var used: Set<Int> = []
        var count = 0
        for section in try Self.sections() {
            for sentence in section.sentences where sentence.contains(/\b[Mm]ust\b/) {
                count += 1
                let matching = rules.indices.filter {
                    rules[$0].section == section.title && sentence.contains(rules[$0].fragment)
                }
                #expect(!matching.isEmpty, "\(section.title): \(sentence)")
                used.formUnion(matching)
            }
        }
        #expect(count > 45)
        for index in rules.indices where !used.contains(index) {
            Issue.record("no sentence has: \(rules[index].section): \(rules[index].fragment)")
        }
    }

    @Test func `each row names cases or a reason`() throws {
        for row in try Self.rules() {
            if ["no rule: ", "not observable: ", "open: "].contains(where: { row.cases.hasPrefix($0) }) { continue }
            let patterns = row.cases.split(separator: ",").map { $0.trimmingCharacters(in: [" ", "`"]) }
            #expect(!patterns.isEmpty)
            for pattern in patterns {
                let isFound = Self.names.contains { CasePattern(pattern).matches($0) }
                #expect(isFound, "\(row.section): no case is '\(pattern)'")
            }
        }
    }

    @Test func `each section has a case or a reason`() throws {
        let excused = Set(try Self.rows(after: "### Sections without cases").map { $0[0] })
        let tested = Set(
            Carrier.allCases.flatMap { carrier in
                RelayCases.all(carrier).map(\.clause.title) + ViewerCases.all(carrier).map(\.clause.title)
                    + PublisherCases.all(carrier).map(\.clause.title)
            }
        )
        let titles = Set(try Self.sections().map(\.title))
        #expect(titles.subtracting(tested).subtracting(excused) == [])
        #expect(excused.intersection(tested) == [], "these have cases")
        #expect(tested.subtracting(titles) == [], "a case names a section that the document does not have")
    }

    @Test(arguments: Carrier.allCases)
    func `each case has a name of its own`(carrier: Carrier) {
        let names = [
            RelayCases.all(carrier).map(\.name), ViewerCases.all(carrier).map(\.name),
            PublisherCases.all(carrier).map(\.name),
        ]
        for names in names {
            #expect(Set(names).count == names.count)
            for name in names { #expect(name.wholeMatch(of: /[a-z0-9-]+\/[a-z0-9-]+/) != nil, "\(name)") }
        }
    }
}
