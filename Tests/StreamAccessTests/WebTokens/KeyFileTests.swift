import Crypto
import Foundation
import JWTKit
import TestSupport
import Testing

@testable import StreamAccess

@Suite struct KeyFileTests {
    private static let bytes = [UInt8](0..<48)

    @Test func `the kind of key decides the algorithm`() throws {
        let text = "a sentence that is hard to guess, we hope"
        let cases: [([UInt8], [WebTokenKey.Algorithm], Bool)] = [
            (Array(VectorKey.p256.utf8), [.es256], false), (Array(VectorKey.ed25519.utf8), [.edDSA], false),
            (Self.bytes, [.hs256], true), (Array(text.utf8), [.hs256], true),
            // Text that is Base64 is a secret in both ways.
            (Array(VectorKey.secret.utf8), [.hs256, .hs256], true),
            (
                Array(Data(Self.bytes).base64EncodedString(options: .lineLength64Characters).utf8), [.hs256, .hs256],
                true
            ),
            // As text, this begins like DER: with the tag of a sequence and the length of the rest.
            (Array("0+\(String(repeating: "A", count: 41))=\n".utf8), [.hs256, .hs256], true),
            // Decoded, this has only 24 bytes.
            (Array(Data(Self.bytes.prefix(24)).base64EncodedString().utf8), [.hs256], true),
        ]
        for (bytes, algorithms, isSecret) in cases {
            let file = try KeyFile(bytes)
            #expect(file.keys.map(\.algorithm) == algorithms)
            #expect(file.holdsSecret == isSecret)
        }
    }

    @Test(
        arguments: [
            (VectorKey.p384, "of kind P-384"), (VectorKey.p521, "of kind P-521"),
            (VectorKey.secp256k1, "of kind secp256k1"), (VectorKey.rsa, "of kind RSA"),
            (VectorKey.set, "JWKS"), ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB0e", "looks like a public key"),
            (VectorKey.p256 + "\n" + VectorKey.ed25519, "more than one key"),
            (VectorKey.p256.replacing("PUBLIC KEY", with: "CERTIFICATE"), "holds a certificate"),
            (VectorKey.p256.replacing("PUBLIC KEY", with: "X509 CRL"), "no 'PUBLIC KEY'"),
            (String(VectorKey.p256.dropLast(40)), "cut off or damaged"),
            (VectorKey.p256.replacing("E", with: "!"), "PEM"),
            ("", "32 bytes or more"), ("hunter2\n", "has 7"), (String(repeating: "a", count: 31), "has 31"),
        ]
    )
    func `any other file is refused with a sentence`(text: String, hint: String) {
        let mistake = #expect(throws: AccessConfigurationError.self) { try KeyFile(Array(text.utf8)) }
        #expect(mistake?.description.contains(hint) == true, "\(String(describing: mistake))")
    }

    @Test func `a private key is refused`() {
        for pem in [ES256PrivateKey().pemRepresentation, P256.Signing.PrivateKey().pemRepresentation] {
            let mistake = #expect(throws: AccessConfigurationError.self) { try KeyFile(Array(pem.utf8)) }
            #expect(mistake?.description.contains("private key") == true)
            #expect(mistake?.description.contains(pem.split(separator: "\n")[1]) == false)
        }
    }

    @Test func `a public key is never used as a secret`() throws {
        for pem in [VectorKey.p256, VectorKey.ed25519, VectorKey.p384, VectorKey.rsa] {
            let body = pem.split(separator: "\n").dropFirst().dropLast()
            let der = try #require(Data(base64Encoded: body.joined()))
            for form in [Array(der), Array(body.joined().utf8), Array(body.joined(separator: "\n").utf8)] {
                #expect(throws: AccessConfigurationError.self) { try KeyFile(form) }
            }
        }
    }

    @Test func `descriptions show no part of a key`() throws {
        var dumped = ""
        let key = try #require(try KeyFile(Array(VectorKey.secret.utf8)).keys.first)
        dump(key, to: &dumped)
        #expect(dumped + String(reflecting: key) + "\(key)" == "- <HS256 key>\n<HS256 key><HS256 key>")
    }

    @Test func `broken files are errors and do not trap`() {
        var generator = SeededGenerator(seed: 4)
        for seed in [VectorKey.p256, VectorKey.ed25519, VectorKey.set] {
            for _ in 0..<1_000 {
                let broken = Array(seed.utf8).mutated(using: &generator)
                _ = try? KeyFile(broken)
                _ = try? KeySet(broken)
            }
        }
    }
}
