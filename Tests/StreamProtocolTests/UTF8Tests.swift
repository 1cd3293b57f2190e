import Testing

@testable import StreamProtocol

@Suite struct UTF8Tests {
    @Test(arguments: [
        "", "a", "\0", "é", "e\u{301}", "\u{FFFD}", "\u{10FFFF}", "\r\n", "Zürich 🎥",
    ])
    func `text in UTF-8 is read as it is`(text: String) {
        #expect(String(utf8: Array(text.utf8)).map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(
        arguments: [
            [0x80], [0xC3], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0x61, 0xFE, 0x62], [0xEF, 0xBF, 0xBD, 0xC3], [0xF0, 0x80, 0x80, 0x80],
        ] as [[UInt8]]
    )
    func `other bytes are no text`(bytes: [UInt8]) {
        #expect(String(utf8: bytes) == nil)
    }
}
