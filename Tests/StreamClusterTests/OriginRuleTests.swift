import StreamClient
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamCluster

/// Which relay has a stream, as an operator writes it.
@Suite struct OriginRuleTests {
    @Test(arguments: [
        ("a.example", "*", "a.example:7450"), ("tls://a.example:1", "*", "a.example:1"),
        ("studio/*=tls://a.example:7450", "studio/*", "a.example:7450"), ("live=[::1]:5", "live", "[::1]:5"),
    ])
    func `an address has all streams, or those of a pattern`(text: String, pattern: String, endpoint: String) throws {
        let rule = try #require(OriginRule(text))
        #expect(rule.pattern.description == pattern)
        #expect(rule.address.endpoint == endpoint)
    }

    @Test(arguments: ["", "=", "live=", "=a.example", "a.example/live", "../*=a.example", "a.example:0", "*=b=c"])
    func `anything else is no rule`(text: String) {
        #expect(OriginRule(text) == nil)
    }

    private func settings(_ rules: String...) throws -> OriginSettings {
        OriginSettings(rules: try rules.map { try #require(OriginRule($0)) })
    }

    @Test func `the first rule that matches counts`() throws {
        let settings = try settings("studio/*=a", "studio/b=b", "lobby=tls://c:1")
        #expect(settings.address(of: try StreamName("studio/b"))?.host == "a")
        #expect(settings.address(of: try StreamName("lobby"))?.description == "tls://c:1/lobby")
        #expect(settings.address(of: .live) == nil)
    }

    @Test func `only relays of the rules get the token`() throws {
        var settings = try settings("studio/*=a:1")
        settings.token = try AccessToken("secret")
        let stream = try StreamName("studio/b")
        #expect(settings.token(for: try RelayAddress("tls://a:1/other"), of: stream) == settings.token)
        #expect(settings.token(for: try RelayAddress("a:1"), of: .live) == nil, "another rule may name it, or none")
        #expect(settings.token(for: try RelayAddress("a:2"), of: stream) == nil)
        #expect(settings.token(for: try RelayAddress("b:1"), of: stream) == nil)
    }

    @Test(arguments: [
        ("a", nil, false), ("tls://a", nil, true), ("a", ClientSecurity(), true),
        ("streamd://a", ClientSecurity(), false),
    ])
    func `an address says whether its connections are encrypted`(
        address: String,
        security: ClientSecurity?,
        isEncrypted: Bool
    ) throws {
        var settings = try settings(address)
        settings.security = security
        #expect(try #require(settings.target(of: .live)).isEncrypted == isEncrypted)
    }
}
