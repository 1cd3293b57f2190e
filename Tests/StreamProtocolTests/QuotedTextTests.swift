import StreamProtocol
import Testing

/// Text from files and clients in errors.
@Suite struct QuotedTextTests {
    @Test(arguments: [
        ("live", "live"), ("", ""), ("Grüße, 日本", "Grüße, 日本"), (#"C:\streams "live""#, #"C:\streams "live""#),
        ("two\nlines\r\n", #"two\nlines\r\n"#), ("\u{1B}[2J\u{7F}\u{85}", #"\u{1B}[2J\u{7F}\u{0085}"#),
        ("a\u{202E}b\u{2028}c\u{2029}", #"a\u{202E}b\u{2028}c\u{2029}"#), ("\u{0}\t", #"\0\t"#),
    ])
    func `text is printed in one line`(text: String, shown: String) {
        #expect(text.printable == shown)
        #expect(text.quoted() == shown)
        #expect(shown.printable == shown)
    }

    @Test func `a quotation of a long text ends with an ellipsis`() {
        #expect("12345".quoted(upTo: 5) == "12345")
        #expect("123456".quoted(upTo: 5) == "12345…")
        #expect("a\n\n".quoted(upTo: 2) == #"a\n…"#)
        // One character, of any number of scalars.
        let marked = "a" + String(repeating: "\u{301}", count: 10_000)
        #expect(marked.count == 1)
        #expect(marked.quoted().unicodeScalars.count == Quotation.wordLength + 1)
    }
}
