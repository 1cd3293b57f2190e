import Testing

@testable import streamd

@Suite struct TextColumnsTests {
    private func table(_ rows: [[String]]) -> TextColumns {
        var table = TextColumns([.left("NAME"), .right("COUNT"), .left("NOTE")])
        for row in rows { table.add(row) }
        return table
    }

    @Test func `columns are aligned`() {
        #expect(
            table([["a", "1", "x"], ["longer", "1234567", ""]]).lines() == [
                "NAME      COUNT  NOTE",
                "a             1  x",
                "longer  1234567",
            ]
        )
    }

    @Test func `the widest column is shortened first`() {
        let lines = table([["a", "1", "a note that is too long for this"]]).lines(width: 24)
        #expect(lines == ["NAME  COUNT  NOTE", "a         1  a note tha…"])
    }

    @Test(arguments: 0...60)
    func `no line is wider than the terminal`(width: Int) {
        let lines = table([["a name of some length", "123456789012", "a note of some length"], ["b"]]).lines(
            width: width
        )
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.count <= width })
    }

    @Test func `the columns of the highest rank leave a table that is too wide`() {
        var table = TextColumns([.left("NAME"), .right("AGE", rank: 1), .left("CLIENT", rank: 2)])
        table.add(["a-camera", "1m00s", "streamd/0.1.0"])
        #expect(table.lines(width: 30) == table.lines())
        #expect(table.lines(width: 29) == ["NAME        AGE", "a-camera  1m00s"])
        #expect(table.lines(width: 14) == ["NAME", "a-camera"])
        #expect(table.lines(width: 4) == ["NAME", "a-ca"])
    }

    @Test func `too many or too few cells do no harm`() {
        #expect(table([["a", "1", "x", "more"], []]).lines() == ["NAME  COUNT  NOTE", "a         1  x", ""])
    }

    @Test(
        arguments: [
            ("\u{1B}[2Jgone", "?[2Jgone"), ("two\nlines\ttab\u{7}", "two?lines?tab?"), ("\u{9B}31m", "?31m"),
            ("a\u{202E}b\u{200B}c\u{AD}", "a?b?c?"), ("e\u{301}", "e?"), ("Grüße, мир", "Grüße, мир"), ("日本", "??"),
            ("\u{0}\u{7F}", "??"),
        ]
    )
    func `text from outside cannot disturb the terminal`(text: String, shown: String) {
        #expect(Printable.text(text) == shown)
        #expect(table([[text]]).rows.first?.first == shown)
    }
}
