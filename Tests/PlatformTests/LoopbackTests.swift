import Platform
import Testing

@Suite struct LoopbackTests {
    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.255.254", true), ("128.0.0.1", false), ("126.255.255.255", false),
        ("0.0.0.0", false), ("10.127.0.1", false),
        ("::1", true), ("::", false), ("::2", false), ("::7f00:1", false), ("fe80::1", false),
        ("::ffff:127.0.0.1", true), ("::ffff:127.8.9.10", true), ("::FFFF:7F00:1", true), ("::ffff:10.0.0.1", false),
        ("::fffe:127.0.0.1", false), ("1::ffff:127.0.0.1", false),
        ("localhost", false), ("127.0.0.1.example.org", false), ("", false),
    ])
    func `the addresses of this machine are known`(text: String, isLoopback: Bool) {
        #expect(Loopback.contains(numeric: text) == isLoopback)
    }

    @Test func `a Unix domain socket is on this machine`() {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let isLoopback = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Loopback.contains($0) }
        }
        #expect(isLoopback)
    }

    @Test func `an unknown family is not on this machine`() {
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_UNSPEC)
        #expect(!Loopback.contains(&address))
    }
}
