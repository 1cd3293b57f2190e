import ArgumentParser
import Foundation
import StreamClient
import StreamRelay
import Testing

@testable import StreamCluster
@testable import streamd

/// The settings of relays that find each other: their values, and what contradicts them.
@Suite struct ClusterSettingsTests {
    private static func read(_ content: String) throws -> RelaySettings {
        let file = try SettingsFile(content, as: .yaml, path: "/etc/streamd/relay.yaml")
        return try SettingsSources().settings(file)
    }

    /// Settings of a cluster on this machine, and more.
    private static func cluster(_ more: String) -> String {
        "cluster: etcd://127.0.0.1:2379\nadvertise: 127.0.0.1:7450\n" + more
    }

    /// Settings of a cluster with TLS everywhere, and more.
    private static func encrypted(_ more: String) -> String {
        "cluster: etcds://a.example:2379\nadvertise: tls://b.example:7450\n" + more
    }

    @Test(arguments: [
        "cluster: etcd://a.example:2379,b.example,[2001:db8::1]:7",
        "cluster: [etcd://a.example:2379, b.example, '[2001:db8::1]:7']",
        "cluster: [etcd://a.example, etcd://b.example:2379, 'etcd://[2001:db8::1]:7']",
    ])
    func `the members of etcd are a list or separated by commas`(content: String) throws {
        let etcd = try #require(try Self.read(content + "\nadvertise: c.example:7450").cluster.etcd)
        #expect(etcd.endpoints.map(\.description) == ["a.example:2379", "b.example:2379", "[2001:db8::1]:7"])
        #expect(!etcd.isEncrypted)
    }

    @Test func `a flag may be given once for each member`() throws {
        let flags = try RelayFlags.parse(["--cluster", "etcds://a", "--cluster", "etcds://b", "--advertise", "c:1"])
        let cluster = try SettingsSources(flags: flags.values).settings(nil).cluster
        #expect(cluster.etcd?.endpoints.map(\.host) == ["a", "b"])
        #expect(cluster.etcd?.isEncrypted == true)
        #expect(cluster.advertised?.endpoint == "c:1")
    }

    @Test(arguments: [
        "a.example:2379", "http://a.example:2379", "etcd://", "etcd://a:0", "etcd://a:65536", "etcd://a,",
        "etcd://a,etcds://b", "etcd://a/path", "etcd://a b", "etcd://::1",
    ])
    func `what is no address of etcd is refused`(text: String) throws {
        let errors = SettingsErrorTests.errors("cluster: '\(text)'\nadvertise: b:7450")
        #expect(errors.count == 1)
        #expect(errors.first?.contains("it takes the members of an etcd cluster") == true)
    }

    @Test func `a password in an address is in no message`() throws {
        for text in ["etcd://root:secret@a:2379", "etcd://root:sec@ret@a:2379", "root:secret@a:2379"] {
            let errors = SettingsErrorTests.errors("", flags: ["cluster": text, "advertise": "b:7450"])
            #expect(errors.first?.contains("…@a:2379") == true)
            #expect(errors.allSatisfy { !$0.contains("secret") && !$0.contains("root") && !$0.contains("sec@") })
        }
    }

    @Test(arguments: [
        "a.example", "tls://a.example", "0.0.0.0:7450", "tls://0.0.0.0:7450", "'[::]:7450'", "'[::0]:7450'", "0:7450",
        "'[0:0:0:0:0:0:0:0]:7450'", "'[::ffff:0.0.0.0]:7450'", "a.example:7450/live", "a.example:0", "etcd://a:7450",
        "'[fe80::7450]'", "''", "a.example:07450", "'*:7450'",
    ])
    func `an address that other relays cannot use is refused`(text: String) throws {
        let errors = SettingsErrorTests.errors("cluster: etcd://a:2379\nadvertise: \(text)")
        #expect(errors.count == 1)
        #expect(errors.first?.contains("it takes the address at which other relays reach this one") == true)
    }

    @Test(arguments: ["a.example:7450", "tls://a.example:443", "streamd://a.example:7450", "'[2001:db8::7450]:7450'"])
    func `an address with its port is advertised`(text: String) throws {
        #expect(try Self.read("cluster: etcd://a:2379\nadvertise: \(text)").cluster.advertised != nil)
    }

    @Test(arguments: [
        "studio", "/studio", "studio/", "/stu dio/", "/é/", "''", "/" + String(repeating: "x", count: 200) + "/",
    ])
    func `a prefix begins and ends with a slash`(text: String) {
        let errors = SettingsErrorTests.errors(Self.cluster("cluster-prefix: \(text)"))
        #expect(errors.count == 1)
        #expect(errors.first?.contains("it takes a text that begins and ends with '/'") == true)
    }

    private static let contradictions: [(String, String)] = [
        (
            "cluster: etcd://a.example:2379",
            "'cluster' needs the address at which other relays reach this one; give 'advertise', such as tls://a.example:7450."
        ),
        (
            "advertise: a.example:7450",
            "'advertise' is for relays that find each other; name etcd with 'cluster', such as etcd://127.0.0.1:2379, or leave it out."
        ),
        (
            "cluster-token-file: token",
            "'cluster-token-file' is for relays that find each other; name etcd with 'cluster', such as etcd://127.0.0.1:2379, or leave it out."
        ),
        (
            "cluster-prefix: /studio/",
            "'cluster-prefix' is for relays that find each other; name etcd with 'cluster', such as etcd://127.0.0.1:2379, or leave it out."
        ),
        (
            cluster("cluster-user: streamd"),
            "A user of etcd and its password belong together; give both 'cluster-user' and 'cluster-password-file'."
        ),
        (
            cluster("cluster-password-file: password"),
            "A user of etcd and its password belong together; give both 'cluster-user' and 'cluster-password-file'."
        ),
        (
            encrypted("cluster-certificate: a.pem"),
            "A certificate for etcd and its key belong together; give both 'cluster-certificate' and 'cluster-key'."
        ),
        (
            cluster("cluster-ca: ca.pem"),
            "'cluster-ca' and 'cluster-certificate' are for connections with TLS, and 'etcd://' asks for connections without it; write 'etcds://', or leave them out."
        ),
        (
            "cluster: [etcd://127.0.0.1, etcd://a.example]\nadvertise: tls://b.example:7450\ncluster-user: u\ncluster-password-file: p",
            "The password of 'cluster-password-file' is not sent to a.example:2379, because others in the network could read it; write 'etcds://a.example:2379'."
        ),
        (
            cluster("origin: ['a/*=b.example', c.example]"),
            "'origin' without a pattern has all streams, so none would be taken from the relay that 'cluster' finds; write a pattern, such as 'studio/*=tls://a.example:7450', or leave one of the two out."
        ),
        (
            "cluster: etcd://a.example\nadvertise: localhost:7450",
            "'advertise' is localhost:7450, where other machines reach only themselves, and etcd at a.example:2379 is for several machines; write this machine's name or address."
        ),
        (
            "cluster: etcd://a.example\nadvertise: streamd://b.example:7450\nrequire-tls: true\ntls: self-signed",
            "'require-tls' refuses relays that connect without TLS, as 'advertise' tells them to; write 'tls://b.example:7450'."
        ),
        (
            "cluster: etcd://a.example\nadvertise: b.example:7450\ncluster-token-file: token",
            "The token of 'cluster-token-file' is not sent without TLS to other machines, and 'advertise' names b.example:7450 without it; write 'tls://b.example:7450'."
        ),
        (
            cluster("origin-token-file: token"),
            "'origin-token-file', 'origin-pin' and 'origin-ca' are for the relays that 'origin' names; name one."
        ),
    ]

    @Test(arguments: contradictions)
    func `a contradiction is one sentence that says what to do`(content: String, message: String) {
        #expect(SettingsErrorTests.errors(content) == [message])
    }

    @Test(arguments: [
        cluster("cluster-user: u\ncluster-password-file: p\ncluster-token-file: token"),
        cluster("origin: studio/*=a.example"),
        cluster("cluster-prefix: /"),
        encrypted("cluster-user: u\ncluster-password-file: p\ncluster-ca: ca.pem\ncluster-token-file: token"),
        encrypted("cluster-certificate: a.pem\ncluster-key: a.key"),
        encrypted("origin-ca: ca.pem"),
        "cluster: etcd://a.example\nadvertise: b.example:7450\ncluster-token-file: token\norigin-ca: ca.pem",
        "cluster: etcd://a.example\nadvertise: b.example:7450\nrequire-tls: true\ntls: self-signed",
    ])
    func `what belongs together is allowed`(content: String) {
        #expect(SettingsErrorTests.errors(content) == [])
    }

    @Test func `keys begin with the prefix, and certificates of other relays are verified as those of origins`() throws
    {
        let pin = "sha256:" + String(repeating: "0", count: 64)
        let settings = try Self.read(Self.encrypted("cluster-prefix: /studio/\norigin-pin: \(pin)"))
        #expect(try settings.cluster.directory()?.keyPrefix == "/studio/streams/")
        #expect(try settings.cluster.directory()?.advertised.endpoint == "b.example:7450")
        let pinned = ClientSecurity(trust: .pins([try CertificateFingerprint(pin)]))
        #expect(try settings.originSettings().peers.security == pinned)
        #expect(try RelaySettings().cluster.directory() == nil)
        #expect(try RelaySettings().originSettings() == OriginSettings())
    }

    @Test func `a relay of a cluster needs descriptors for etcd, and for streams of other relays`() throws {
        let more = try Self.read(Self.cluster("")).mostConnections - RelaySettings().mostConnections
        #expect(more == RelaySettings().relay.limits.all.streams + ClusterOptions.connections)
    }

    @Test func `authorities that cannot be read are an error at the start`() throws {
        let settings = try Self.read(Self.encrypted("cluster-ca: /does/not/exist.pem"))
        let errors = #expect(throws: SettingsErrors.self) { try settings.cluster.directory() }
        #expect(errors?.all.first?.description.contains("/does/not/exist.pem") == true)
    }
}

/// Files with passwords.
@Suite struct PasswordFileTests {
    private static func password(_ content: [UInt8]) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "password-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = FileManager.default.createFile(
            atPath: path,
            contents: Data(content),
            attributes: [.posixPermissions: 0o600]
        )
        do throws(Failure) {
            return try PasswordFile.password(in: path)
        } catch {
            throw Failure(error.status, error.message.replacing(path, with: "FILE"))
        }
    }

    @Test(arguments: ["s3cret ü", "s3cret ü\n", "s3cret ü\r\n", "s3cret ü\n\n"])
    func `the password is the line without its end`(content: String) throws {
        #expect(try Self.password(Array(content.utf8)) == "s3cret ü")
    }

    @Test(
        arguments: [
            ("", "FILE has no password in its first line; write it there."),
            ("\nsecret", "FILE has no password in its first line; write it there."),
            ("secret\nsecret", "FILE has more than a line of 1024 bytes; name a file with the password alone."),
            (
                String(repeating: "secret", count: 1000),
                "FILE has more than a line of 1024 bytes; name a file with the password alone."
            ),
        ]
    )
    func `another file is refused, without a word of it`(content: String, message: String) {
        let failure = #expect(throws: Failure.self) { try Self.password(Array(content.utf8)) }
        #expect(failure?.message == message)
    }

    @Test func `a file that is missing, or no text, is named`() {
        let failure = #expect(throws: Failure.self) { try PasswordFile.password(in: "/does/not/exist") }
        #expect(failure?.message == "/does/not/exist does not exist; check the name.")
        let binary = #expect(throws: Failure.self) { try Self.password([0xFF, 0xFE]) }
        #expect(binary?.message == "FILE is not text in UTF-8; name the file that you mean.")
    }
}
