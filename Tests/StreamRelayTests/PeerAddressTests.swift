import NIOCore
import Testing

@testable import StreamRelay

@Suite struct PeerAddressTests {
    private func peer(_ address: String) throws -> PeerAddress {
        PeerAddress(try SocketAddress(ipAddress: address, port: 7450))
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"),
        ("203.0.113.200", "203.0.113.200"),
        ("::ffff:203.0.113.200", "203.0.113.200"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::1", "0:0:0:0::/64"),
    ])
    func anAddressIsOnePeerAndAnIPv6NetworkToo(address: String, description: String) throws {
        #expect(try peer(address).description == description)
    }

    @Test func neighboursInAnIPv6NetworkAreOnePeer() throws {
        #expect(try peer("2001:db8:1:2::1") == peer("2001:db8:1:2:ffff:ffff:ffff:ffff"))
        #expect(try peer("2001:db8:1:2::1") != peer("2001:db8:1:3::1"))
        #expect(try peer("203.0.113.1") != peer("203.0.113.2"))
    }

    @Test func portsMakeNoDifference() throws {
        let addresses = try [1, 65_535].map { try SocketAddress(ipAddress: "203.0.113.1", port: $0) }
        #expect(PeerAddress(addresses[0]) == PeerAddress(addresses[1]))
    }

    @Test func aSocketWithoutAnAddressIsLocal() throws {
        #expect(PeerAddress(nil) == .local)
        #expect(PeerAddress(try SocketAddress(unixDomainSocketPath: "/tmp/socket")) == .local)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.255.254", true), ("::ffff:127.0.0.3", true), ("::1", true),
        ("128.0.0.1", false), ("::2", false), ("::ffff:10.0.0.1", false), ("fe80::1", false),
    ])
    func whatIsOnThisMachineIsKnown(address: String, isLoopback: Bool) throws {
        #expect(try SocketAddress(ipAddress: address, port: 1).isLoopback == isLoopback)
    }
}
