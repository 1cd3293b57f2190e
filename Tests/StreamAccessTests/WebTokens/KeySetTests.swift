import Foundation
import Testing

@testable import StreamAccess

@Suite struct KeySetTests {
    private static let point = #""kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)""#
    private static let (x, y) = {
        let set = try? JSONSerialization.jsonObject(with: Data(VectorKey.set.utf8)) as? [String: [[String: Any]]]
        let key = set?["keys"]?.first
        return (key?["x"] as? String ?? "", key?["y"] as? String ?? "")
    }()

    @Test func `each key is bound to its algorithm`() throws {
        let set = try KeySet(Array(VectorKey.set.utf8))
        #expect(set.keys.map(\.algorithm) == [.es256, .es256, .edDSA, .hs256])
        #expect(set.keys.map(\.id) == ["first", "second", "third", "fourth"])
        #expect(set.skipped == [])
        #expect(set.holdsSecret)
    }

    @Test func `keys that cannot be used are skipped with a sentence`() throws {
        let json = """
            {"keys": [{\(Self.point)}, {"kty": "RSA", "n": "AQAB", "e": "AQAB"},
             {"kty": "EC", "crv": "P-384", "x": "", "y": ""}, {"kty": "EC", "crv": "P-256", "use": "enc"},
             {"kty": "EC", "crv": "P-256", "alg": "ES384"}, {"kty": "oct", "key_ops": ["sign"]}, {"kty": "new"}], "a": 1}
            """
        let set = try KeySet(Array(json.utf8))
        #expect(set.keys.map(\.algorithm) == [.es256])
        #expect(set.skipped.count == 6)
        #expect(set.skipped.first?.hasPrefix("'keys[1]' is not used, because") == true)
        #expect(!set.holdsSecret)
    }

    @Test(
        arguments: [
            ("", nil, "is no JSON"), ("[]", "", "wrong type"), ("{}", "keys", "is missing"),
            (#"{"keys": []}"#, "keys", "no key for HS256"), (#"{"keys": [{}]}"#, "keys[0].kty", "is missing"),
            (#"{"keys": [{"kty": "oct", "k": 7}]}"#, "keys[0].k", "wrong type"),
            (#"{"keys": [{"kty": "oct", "k": "c2hvcnQ"}]}"#, "keys[0].k", "32 bytes or more"),
            (#"{"keys": [{"kty": "oct"}]}"#, "keys[0].k", "32 bytes or more"),
            (#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "AAAA"}]}"#, "keys[0].x", "32 bytes"),
            (#"{"keys": [{"kty": "EC", "crv": "P-256", "x": "\#(x)", "y": "\#(x)"}]}"#, "keys[0].x", "point"),
            (#"{"keys": [{"kty": "EC", "crv": "P-256", "x": "\#(x)"}]}"#, "keys[0].x", "point"),
            (#"{"keys": [{\#(point), "d": "SECRET"}]}"#, "keys[0].d", "private key"),
            (#"{"keys": [{\#(point)}, {\#(point)}]}"#, "keys[1].kid", "same name"),
            (#"{"keys": [{"kty": "RSA"}]}"#, "keys", "no key for HS256"),
            (
                #"{"keys": [\#(Array(repeating: #"{"kty": "RSA"}"#, count: 65).joined(separator: ","))]}"#, "keys",
                "more than 64"
            ),
        ]
    )
    func `an error names the key`(json: String, key: String?, hint: String) {
        let mistake = #expect(throws: AccessConfigurationError.self) { try KeySet(Array(json.utf8)) }
        #expect(mistake?.description.contains(hint) == true, "\(String(describing: mistake))")
        #expect(mistake?.description.contains("SECRET") == false)
        if key != "" { #expect(mistake?.key == key) }
    }
}
