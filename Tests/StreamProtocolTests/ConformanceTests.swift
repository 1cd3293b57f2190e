import StreamProtocol
import TestSupport
import Testing

/// The negative vectors, as far as the messages alone decide.
struct ConformanceTests {
    private func check(_ example: ConformanceCase, _ decoder: MessageDecoder) {
        let code = Transcript(example.bytes(), by: decoder).error?.code.description ?? "none"
        #expect(code == (example.isStateful ? "none" : example.error))
    }

    @Test(arguments: try ConformanceCase.ofRelay())
    func `a client's bytes are refused with the error of the document`(_ example: ConformanceCase) {
        check(example, MessageDecoder(from: .client))
    }

    @Test(arguments: try ConformanceCase.ofClient())
    func `a relay's bytes are refused with the error of the document`(_ example: ConformanceCase) throws {
        let roles: [String: Hello.Role] = ["publish": .publish, "subscribe": .subscribe, "list": .list]
        let role = try #require(roles[example.role ?? ""])
        check(example, MessageDecoder(from: .relay(role)))
    }
}
