import NIOCore
import StreamHTTP
import StreamProtocol
import Testing

@Suite struct PageAddressTests {
    @Test func `a stream has a page, unless its path is something else`() throws {
        let address = { (name: String, isEncrypted: Bool) in
            PageAddress.player(of: try StreamName(name), at: "relay:7450", isEncrypted: isEncrypted)
        }
        #expect(try address("test", false) == "http://relay:7450/test")
        #expect(try address("studio/camera-2", true) == "https://relay:7450/studio/camera-2")
        for name in ["streams", "streams/a", "a.h264", "a.aac"] { #expect(try address(name, false) == nil) }
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), ("::", "localhost"), ("::1", "[::1]"),
        ("192.168.1.5", "192.168.1.5"),
    ])
    func `the address of the gallery can be opened on the relay's machine`(ip: String, host: String) throws {
        let address = try SocketAddress(ipAddress: ip, port: 7_450)
        #expect(PageAddress.gallery(at: address, isEncrypted: false) == "http://\(host):7450/")
        #expect(PageAddress.gallery(at: address, isEncrypted: true) == "https://\(host):7450/")
    }

    @Test func `a socket of another kind has no page`() throws {
        #expect(PageAddress.gallery(at: try SocketAddress(unixDomainSocketPath: "/x"), isEncrypted: false) == nil)
    }
}
