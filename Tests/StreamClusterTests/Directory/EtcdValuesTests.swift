import ClusterDirectory
import NIOCore
import NIOSSL
import Platform
import StreamClient
import StreamProtocol
import TestSupport
import Testing

@testable import StreamCluster

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keys, values, lines and addresses.
@Suite struct EtcdValuesTests {
    private let keys = EtcdKeys(prefix: "/streamd/streams/")

    @Test func `the keys of a directory are those with its prefix`() {
        #expect(keys.start == Data("/streamd/streams/".utf8))
        #expect(keys.end == Data("/streamd/streams0".utf8))
        #expect(EtcdKeys(prefix: "").end == Data([0]))
        #expect(keys.key(Data("/streamd/streams/a/b".utf8)) == "a/b")
        #expect(keys.key(Data("/streamd/stream".utf8)) == nil)
        #expect(keys.data(after: "a") == Data("/streamd/streams/a\0".utf8))
    }

    @Test func `each key has a text of its own, also one that is no text`() {
        var generator = SeededGenerator(seed: 5)
        var texts: Set<String> = []
        for _ in 0..<200 {
            let bytes = Data("/streamd/streams/".utf8) + generator.bytes(count: 8)
            guard let key = keys.key(bytes) else { continue }
            texts.insert(key)
            #expect(keys.data(key) == bytes)
        }
        #expect(texts.count == 200)
    }

    private func registration(_ text: String) -> Registration? { EtcdKeys.registration(Data(text.utf8)) }

    private static let digest = String(repeating: "0a", count: 16)

    @Test func `a value is read as it was written`() throws {
        let registration = Registration(
            address: "tls://a.example:7450",
            publisher: try #require(PublisherDigest(Self.digest)),
            relay: RelayID(high: 1, low: .max),
            since: 12
        )
        let value = try EtcdKeys.value(of: registration)
        let text = String(decoding: value, as: UTF8.self)
        #expect(
            text == #"{"address":"tls://a.example:7450","publisher":"\#(Self.digest)","#
                + #""relay":"0000000000000001ffffffffffffffff","since":"12"}"#
        )
        #expect(EtcdKeys.registration(value) == registration)
        var older = registration
        older.restores = 2
        let olderValue = try EtcdKeys.value(of: older)
        #expect(String(decoding: olderValue, as: UTF8.self).contains(#""restores":2"#))
        #expect(EtcdKeys.registration(olderValue) == older)
    }

    @Test(
        arguments: [
            "", "{}", "[]", "null", #"{"address":"a"}"#, #"{"address":1,"publisher":2,"relay":3}"#,
            #"{"address":"a:0","publisher":"D","relay":"R"}"#, #"{"address":"a/live","publisher":"D","relay":"R"}"#,
            #"{"address":"http://a","publisher":"D","relay":"R"}"#, #"{"address":"a","publisher":"x","relay":"R"}"#,
            #"{"address":"a","publisher":"D","relay":"r"}"#,
            #"{"address":"a","publisher":"D","relay":"R","since":"0"}"#,
            #"{"address":"a","publisher":"D","relay":"R","since":"-5"}"#,
            #"{"address":"a","publisher":"D","relay":"R","since":"99999999999999999999"}"#,
            #"{"address":"a","publisher":"D","relay":"R","restores":-1}"#,
            #"{"address":"a","publisher":"D","relay":"R","restores":1e30}"#,
        ]
    )
    func `a value of no relay is none`(text: String) {
        let text = text.replacing("\"D\"", with: "\"\(Self.digest)\"").replacing("\"R\"", with: "\"\(Self.digest)\"")
        #expect(registration(text) == nil)
    }

    @Test func `a longer value than any relay's is none`() {
        let host = String(repeating: "a", count: 400)
        #expect(registration(#"{"address":"\#(host)","publisher":"\#(Self.digest)","relay":"\#(Self.digest)"}"#) == nil)
        let text = #"{"address":"a","publisher":"\#(Self.digest)","relay":"\#(Self.digest)"}"#
        #expect(registration(text)?.address == "a")
        #expect(registration(text + String(repeating: " ", count: 3_000)) == nil)
    }

    @Test func `lines are put together from any parts`() throws {
        var lines = LineSplitter(limit: 5)
        lines.append(ByteBuffer(string: "ab"))
        #expect(try lines.next() == nil)
        lines.append(ByteBuffer(string: "c\n\nde\nf"))
        #expect(try lines.next() == ByteBuffer(string: "abc"))
        #expect(try lines.next() == ByteBuffer())
        #expect(try lines.next() == ByteBuffer(string: "de"))
        #expect(try lines.next() == nil)
        lines.append(ByteBuffer(string: "12345"))
        #expect(throws: LineSplitter.LineTooLong.self) { try lines.next() }
    }

    @Test func `an address of etcd has hosts and ports`() throws {
        let settings = try EtcdSettings("etcd://a.example,10.0.0.1:23,[::1]:1,[fe80::1]")
        #expect(
            settings.endpoints.map(\.description) == ["a.example:2379", "10.0.0.1:23", "[::1]:1", "[fe80::1]:2379"]
        )
        #expect(!settings.isEncrypted)
        #expect(try EtcdSettings("etcds://a").isEncrypted)
    }

    @Test(
        arguments: [
            "", "a.example", "http://a", "etcd://", "etcd://a,", "etcd://a:0", "etcd://a:65536", "etcd://a:x",
            "etcd://a:1:2", "etcd://[::1", "etcd://[::1]x", "etcd://a/b", "etcd://u:p@a", "etcd://a b",
            "etcd://" + Array(repeating: "a", count: 17).joined(separator: ","),
        ]
    )
    func `an address of no etcd is refused`(text: String) {
        #expect(throws: DirectoryError.self) { try EtcdSettings(text) }
    }

    @Test func `a password in an address is in no error`() {
        let error = #expect(throws: DirectoryError.self) { try EtcdSettings("etcd://me:secret@a.example") }
        #expect(error?.reason.contains("secret") == false)
        #expect(error?.reason.contains("@a.example") == true)
    }

    @Test func `a connection that fails is one sentence with what to do`() throws {
        let endpoint = try #require(EtcdEndpoint("a.example"))
        let refused = EtcdError(IOError(errnoCode: ECONNREFUSED, reason: "connect"), at: endpoint)
        #expect(
            refused.reason == "etcd at a.example:2379 cannot be reached: Connection refused; check that it runs there."
        )
        let otherName = EtcdError(NIOSSLExtraError.failedToValidateHostname, at: endpoint)
        #expect(otherName.reason.hasSuffix("write a name that it has."))
        #expect(EtcdError(NIOSSLError.noSuchFilesystemObject, at: endpoint).reason.contains("whether it serves TLS"))
    }

    @Test func `certificates need TLS, and files that are there`() throws {
        var settings = try EtcdSettings("etcd://a.example")
        try settings.checkFiles()
        settings.authorities = "/nowhere.pem"
        #expect(throws: DirectoryError.self) { try settings.checkFiles() }
        settings.isEncrypted = true
        let unreadable = #expect(throws: DirectoryError.self) { try settings.checkFiles() }
        #expect(unreadable?.code == .unreadableFile)
        settings.authorities = nil
        try settings.checkFiles()
        settings.certificate = EtcdClientCertificate(certificateFile: "/nowhere.pem", keyFile: "/nowhere.key")
        #expect(throws: DirectoryError.self) { try settings.checkFiles() }
        settings.endpoints = []
        let empty = #expect(throws: DirectoryError.self) { try settings.checkFiles() }
        #expect(empty?.code == .invalidSettings)
    }

    @Test func `a relay is advertised where others can connect`() throws {
        let etcd = try EtcdSettings("etcd://a.example")
        for text in ["0.0.0.0:7450", "[::]", "a.example/live"] {
            let address = try RelayAddress(text, defaultStream: .empty)
            #expect(throws: DirectoryError.self) { try DirectorySettings(etcd: etcd, advertised: address) }
        }
        let address = try RelayAddress("tls://a.example", defaultStream: .empty)
        #expect(try DirectorySettings(etcd: etcd, advertised: address).advertised == address)
    }

    @Test func `a publisher's digest is another one for each stream, and tells nothing of its instance`() throws {
        let instance = InstanceID(high: 1, low: 2)
        let digest = PublisherDigest(instance, of: .live)
        #expect(digest == PublisherDigest(instance, of: .live))
        #expect(digest != PublisherDigest(instance, of: try StreamName("other")))
        #expect(digest != PublisherDigest(InstanceID(high: 2, low: 1), of: .live))
        #expect(digest.description.utf8.count == PublisherDigest.length)
    }

    @Test func `the token of the cluster goes to the relay of the directory only, and not in clear`() throws {
        let token = try AccessToken("secret")
        let settings = OriginSettings(peers: PeerSettings(token: token))
        func sent(_ relay: String, insteadOf target: String) throws -> AccessToken? {
            let target = try #require(settings.target(of: .live, at: target))
            return settings.token(for: try RelayAddress(relay), insteadOf: target)
        }
        #expect(try sent("tls://a.example", insteadOf: "tls://a.example") == token)
        #expect(try sent("tls://b.example", insteadOf: "tls://a.example") == nil, "a redirect leads elsewhere")
        #expect(try sent("tls://a.example:1", insteadOf: "tls://a.example") == nil)
        #expect(try sent("streamd://a.example", insteadOf: "a.example") == nil)
        #expect(try sent("streamd://127.0.0.1", insteadOf: "127.0.0.1") == token)
        #expect(try sent("streamd://localhost", insteadOf: "localhost") == token)
    }
}
