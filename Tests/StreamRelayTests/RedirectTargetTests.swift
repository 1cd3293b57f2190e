import StreamProtocol
import Testing

@testable import StreamRelay

/// Addresses to which clients are sent.
@Suite struct RedirectTargetTests {
    @Test(arguments: [
        "b.example", "b.example:7450", "b.example:65535/live", "b_1.example:1/studio/camera-2", "tls://b.example:7450",
        "streamd://10.0.0.2", "[2001:db8::1]:7450", "tls://[::ffff:10.0.0.1]/live", "localhost",
    ])
    func `an address of Protocol md is one`(text: String) throws {
        #expect(try RedirectTarget(text).description == text)
    }

    @Test(arguments: [
        "", ":7450", "b.example:", "b.example:0", "b.example:65536", "b.example:123456", "b.example:74x", "b example",
        "b.example/", "b.example/a b", "b.example//live", "b.example/../live", "http://b.example", "tls://",
        "tls:///live",
        "tls://tls://b.example", "2001:db8::1", "[2001:db8::1", "[2001:db8::1]7450", "[]", "[::1%eth0]", "b.example\n",
        "bücher.example", "user@b.example", "b.example,c.example", "b.example:7450\u{301}",
    ])
    func `any other text is none`(text: String) {
        let error = #expect(throws: ProtocolError.self) { try RedirectTarget(text) }
        #expect(error?.code == .malformedMessage)
    }

    @Test func `an address has as many bytes as a redirect may have`() throws {
        let host = String(repeating: "a", count: ProtocolLimits.redirectLength)
        #expect(throws: Never.self) { try RedirectTarget(host) }
        #expect(throws: ProtocolError.self) { try RedirectTarget(host + "a") }
    }

    @Test func `no client goes from TLS to a connection without`() throws {
        for (text, isEncrypted, isSent) in [
            ("b.example", true, true), ("b.example", false, true), ("tls://b.example", true, true),
            ("tls://b.example", false, true), ("streamd://b.example", true, false),
            ("streamd://b.example", false, true),
        ] {
            let ending = try RedirectTarget(text).ending(isEncrypted: isEncrypted, reason: "Moved.")
            #expect(ending?.redirect == (isSent ? text : nil), "\(text), \(isEncrypted)")
            #expect(ending == nil || ending?.code == .redirect && ending?.isRetryable == true)
        }
    }
}
