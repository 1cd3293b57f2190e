import StreamProtocol
import Testing

/// What may name a stream, and what not.
struct StreamNameTests {
    @Test(arguments: [
        "live", "a", "0", "~", "studio/camera-2", "a/b/c", "...", "a..b", ".hidden", "x/...", "A_B-c.d~e",
        String(repeating: "n", count: 255),
    ])
    func `a name is accepted`(name: String) throws {
        #expect(try StreamName(name).description == name)
    }

    @Test(arguments: [
        "", "/", "/live", "live/", "a//b", ".", "..", "../etc", "a/./b", "a/..", "a b", "live\n", "live\0", "köln",
        "a?b",
        "a%2Fb", "a\\b", "LIVE!", "\u{FEFF}live", String(repeating: "n", count: 256),
    ])
    func `a name is refused`(name: String) {
        #expect(throws: ProtocolError.self) { try StreamName(name) }
        #expect((try? StreamName(name)) == nil)
    }

    @Test
    func `the refusal says what is allowed`() {
        let error = #expect(throws: ProtocolError.self) { try StreamName("a b") }
        #expect(error?.code == .invalidStreamName)
        #expect(error?.reason.contains("studio/camera-2") == true)
    }
}
