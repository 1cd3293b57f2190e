import StreamClient
import StreamProtocol
import Testing

@Suite struct RelayAddressTests {
    @Test(arguments: [
        ("relay", "relay", 7450, "live"),
        ("127.0.0.1:80", "127.0.0.1", 80, "live"),
        ("relay.example.org:7451/studio/camera-2", "relay.example.org", 7451, "studio/camera-2"),
        ("relay/cam", "relay", 7450, "cam"),
        ("[::1]", "::1", 7450, "live"),
        ("[::1]:65535/cam", "::1", 65535, "cam"),
        ("[fe80::1%eth0]/cam", "fe80::1%eth0", 7450, "cam"),
    ])
    func `an address is read`(text: String, host: String, port: Int, stream: String) throws {
        let address = try RelayAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.stream.description == stream)
        #expect(try RelayAddress(address.description) == address, "what it prints, it reads")
    }

    @Test(arguments: [("tls://relay", RelayAddress.Scheme.tls), ("streamd://relay", .streamd), ("relay", nil)])
    func `schemes are read`(text: String, scheme: RelayAddress.Scheme?) throws {
        let address = try RelayAddress(text)
        #expect(address.scheme == scheme)
        #expect(address.host == "relay")
        #expect(try RelayAddress(address.description) == address, "what it prints, it reads")
    }

    @Test(arguments: [
        ("", "host name"), (":7450", "host name"), ("relay:", "port"), ("relay:0", "port"), ("relay:65536", "port"),
        ("relay:+80", "port"), ("::1", "brackets"), ("[::1", "closing bracket"), ("[::1]7450", "after"),
        ("[]:7450", "host name"), ("relay/", "stream name"), ("relay/../x", "stream name"), ("a b", "host name"),
        ("http://relay/cam", "tls://"), ("tls://", "host name"), ("TLS://relay", "tls://"),
        ("relay:99999999999999999999", "port"),
    ])
    func `what is not an address is refused`(text: String, hint: String) {
        let error = #expect(throws: ClientError.self) { try RelayAddress(text) }
        #expect(error?.code == .invalidAddress)
        #expect(error?.reason.contains("'\(text)'") == true)
        #expect(error?.reason.contains(hint) == true || hint == "after", "\(error?.reason ?? "")")
    }

    @Test func `a redirect without a stream keeps the stream`() throws {
        #expect(try RelayAddress("other:1", defaultStream: StreamName("cam")).stream.description == "cam")
        #expect(try RelayAddress("other:1/new", defaultStream: StreamName("cam")).stream.description == "new")
    }
}
