import Foundation
import StreamProtocol
import Testing

@testable import StreamAccess

@Suite struct TokenTableTests {
    private func read(_ text: String, separator: Character? = nil) throws -> TokenTable {
        var table = TokenTable()
        try table.add(text, from: "tokens", separator: separator)
        return table
    }

    @Test func `each token is found and no other`() throws {
        let lines = try (0..<100).map { try line("t\($0)", watch: ["*"]) }
        let table = try TokenTable(lines)
        for line in lines {
            #expect(try table.find(TokenDigest(of: token(line.name))) == line)
        }
        #expect(try table.find(TokenDigest(of: token("other"))) == nil)
        #expect(try TokenTable().find(TokenDigest(of: token())) == nil)
    }

    @Test func `comments and empty lines are skipped`() throws {
        let (a, b) = try (line("a", watch: ["*"]).text, line("b", admin: true).text)
        for text in ["# é\n\n \t\n  # x\n\(a)\n\(b)", "\(a)\r\n\r\n# ;\r\n\(b)\r\n", "\n\(a) # one\n\(b) #two\n"] {
            #expect(try read(text).lines.map(\.name) == ["a", "b"])
        }
    }

    @Test func `the environment variable may use semicolons`() throws {
        let (a, b) = try (line("a", watch: ["*"]).text, line("b", admin: true).text)
        #expect(try read("\(a);\(b)", separator: ";").lines.count == 2)
        #expect(try read(";\(a) ;\n;\(b);", separator: ";").lines.count == 2)
        #expect(throws: AccessConfigurationError.self) { try read("\(a);\(b)") }
    }

    @Test func `an error names the line`() throws {
        let a = try line("a", watch: ["*"])
        let b = try TokenLine(name: "b", digest: a.digest, isAdmin: true)
        let cases: [(String, Int, String)] = [
            ("# c\n\n\(a.text)\nb sha256=x admin", 4, "tokens, line 4, 'sha256': takes the 64"),
            ("\(a.text)\n\(a.text)", 2, "tokens, line 2: the name 'a' is there twice"),
            ("\(a.text)\n\n\(b.text)", 3, "tokens, line 3, 'sha256': this token is there twice"),
            (a.text + String(repeating: " ", count: 9_000), 1, "tokens, line 1: is longer than 8192 bytes"),
        ]
        for (text, line, beginning) in cases {
            let mistake = #expect(throws: AccessConfigurationError.self) { try read(text) }
            #expect(mistake?.line == line)
            #expect(mistake?.description.hasPrefix(beginning) == true, "\(String(describing: mistake))")
        }
    }

    @Test func `the number of tokens is bounded`() throws {
        var table = TokenTable()
        for index in 0..<TokenTable.maximumCount { try table.add(line("t\(index)", watch: ["*"])) }
        #expect(throws: AccessConfigurationError.self) { try table.add(line("one-more", watch: ["*"])) }
    }
}
