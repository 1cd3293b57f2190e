import Crypto
import Foundation
import StreamProtocol
import Testing

@testable import StreamAccess

@Suite struct TokenDigestTests {
    @Test func `a digest is the SHA-256 of the token`() throws {
        // From 'printf abc | sha256sum'.
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(try TokenDigest(of: AccessToken("abc")).hexadecimal == digest)
        #expect(try TokenDigest(hexadecimal: digest) == TokenDigest(of: AccessToken("abc")))
    }

    @Test(arguments: ["", "0", String(repeating: "0", count: 63) + "x", String(repeating: "é", count: 32)])
    func `anything else is not a digest`(text: String) {
        #expect(TokenDigest(hexadecimal: text) == nil)
    }

    @Test func `a digest with one other bit is another digest`() throws {
        let zero = try #require(TokenDigest(hexadecimal: String(repeating: "0", count: 64)))
        #expect(zero.equality(with: zero) == 1)
        for bit in 0..<256 {
            let digits = (0..<64).map { String($0 == bit / 4 ? 1 << (bit % 4) : 0, radix: 16) }.joined()
            let other = try #require(TokenDigest(hexadecimal: digits))
            #expect(other.hexadecimal == digits)
            #expect(zero.equality(with: other) == 0)
            #expect(other.equality(with: zero) == 0)
            #expect(other.equality(with: other) == 1)
        }
    }

    @Test func `a generated token has 256 random bits and a prefix`() throws {
        let tokens = try (0..<100).map { _ in try AccessToken.generate().secret }
        #expect(Set(tokens).count == tokens.count)
        for token in tokens {
            #expect(token.hasPrefix("streamd_"))
            #expect(Base64URL.decode(token.dropFirst("streamd_".count))?.count == 32)
        }
    }
}
