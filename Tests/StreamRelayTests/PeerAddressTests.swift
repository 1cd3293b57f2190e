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
    func `an IPv4 address is one peer, and so is an IPv6 network`(address: String, description: String) throws {
        #expect(try peer(address).description == description)
    }

    @Test func `neighbours in an IPv6 network are one peer`() throws {
        #expect(try peer("2001:db8:1:2::1") == peer("2001:db8:1:2:ffff:ffff:ffff:ffff"))
        #expect(try peer("2001:db8:1:2::1") != peer("2001:db8:1:3::1"))
        #expect(try peer("203.0.113.1") != peer("203.0.113.2"))
    }

    @Test func `an IPv6 network belongs to two larger ones`() throws {
        let networks = try peer("2001:db8:1:2345::1").withNetworks.map(\.description)
        #expect(networks == ["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1:0::/48"])
        #expect(try peer("203.0.113.1").withNetworks.map(\.description) == ["203.0.113.1"])
        #expect(PeerAddress.local.withNetworks == [.local])
    }

    @Test func `ports make no difference`() throws {
        let addresses = try [1, 65_535].map { try SocketAddress(ipAddress: "203.0.113.1", port: $0) }
        #expect(PeerAddress(addresses[0]) == PeerAddress(addresses[1]))
    }

    @Test func `a socket without an address is local`() throws {
        #expect(PeerAddress(nil) == .local)
        #expect(PeerAddress(try SocketAddress(unixDomainSocketPath: "/tmp/socket")) == .local)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.255.254", true), ("::ffff:127.0.0.3", true), ("::1", true),
        ("128.0.0.1", false), ("::2", false), ("::ffff:10.0.0.1", false), ("fe80::1", false),
    ])
    func `addresses of this machine are known`(address: String, isLoopback: Bool) throws {
        #expect(try SocketAddress(ipAddress: address, port: 1).isLoopback == isLoopback)
    }

    @Test func `an address is written as clients write it`() throws {
        #expect(try SocketAddress(ipAddress: "127.0.0.1", port: 7450).endpoint == "127.0.0.1:7450")
        #expect(try SocketAddress(ipAddress: "::1", port: 7450).endpoint == "[::1]:7450")
        #expect(try SocketAddress(unixDomainSocketPath: "/run/relay").endpoint == "local")
    }
}

@Suite struct IPNetworkTests {
    private func contains(_ network: String, _ address: String) throws -> Bool {
        try #require(IPNetwork(network)).contains(SocketAddress(ipAddress: address, port: 1))
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.6", false),
        ("192.0.2.7/32", "192.0.2.7", true), ("0.0.0.0/0", "203.0.113.1", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
        ("::1", "::1", true), ("::1", "::2", false), ("::/0", "2001:db8::1", true),
        ("::ffff:10.0.0.0/104", "10.1.2.3", true),
    ])
    func `a network contains the addresses with its bits`(network: String, address: String, isInside: Bool) throws {
        #expect(try contains(network, address) == isInside)
        #expect(IPNetwork(network)?.description == network)
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.1.2.3/8", "10.0.0",
        "2001:db8::/129", "2001:db8::1/32", "example.org", "10.0.0.0 /8", "10.0.0.0/99999999999999999999",
    ])
    func `anything else is not a network`(text: String) {
        #expect(IPNetwork(text) == nil)
    }

    @Test func `a socket without an address is in no network`() throws {
        let path = try SocketAddress(unixDomainSocketPath: "/tmp/socket")
        #expect(IPNetwork("::/0")?.contains(path) == false)
    }
}
