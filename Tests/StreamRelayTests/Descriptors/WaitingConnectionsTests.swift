import NIOCore
import StreamProtocol
import Synchronization
import Testing

@testable import StreamRelay

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct DescriptorReserveTests {
    @Test func `What is released is held again as soon as there are descriptors`() {
        let reserve = DescriptorReserve()
        #expect(!reserve.release())
        reserve.open(2)
        #expect(reserve.count == 2)
        #expect(reserve.release())
        #expect(reserve.release())
        #expect(!reserve.release())
        #expect(reserve.refill())
        #expect(reserve.count == 2)
        #expect(reserve.lend { reserve.count } == 1)
        #expect(reserve.count == 2)
    }

    @Test func `A listener goes on when a connection closes, and the reserves come first`() {
        let descriptors = ListenerDescriptors()
        descriptors.open()
        let resumed = Mutex(0)
        descriptors.closed()
        descriptors.wait { resumed.withLock { $0 += 1 } }
        _ = descriptors.admin.release()
        descriptors.closed()
        #expect(descriptors.admin.count == ListenerDescriptors.forAdmin)
        descriptors.closed()
        #expect(resumed.withLock(\.self) == 1)
    }
}

/// Connections that wait at a listening socket of this test's.
@Suite struct WaitingConnectionsTests {
    private static var stream: CInt {
        #if canImport(Glibc)
            CInt(SOCK_STREAM.rawValue)
        #else
            SOCK_STREAM
        #endif
    }

    /// A listening socket on loopback that does not wait, and its address.
    private func withListener(_ body: (CInt, sockaddr_in) throws -> Void) throws {
        let listener = socket(AF_INET, Self.stream, 0)
        try #require(listener >= 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            let name = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return bind(listener, name, length) == 0 && listen(listener, 16) == 0
                && getsockname(listener, name, &length) == 0
        }
        try #require(isBound)
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        try body(listener, address)
    }

    /// A client that has said this, and waits for the answer.
    private func client(of address: sockaddr_in, saying text: [UInt8]) throws -> CInt {
        let client = socket(AF_INET, Self.stream, 0)
        var address = address
        let isConnected = withUnsafeMutableBytes(of: &address) { bytes in
            let name = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return connect(client, name, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
        try #require(isConnected)
        if !text.isEmpty { try #require(send(client, text, text.count, 0) == text.count) }
        return client
    }

    /// All that comes until the other side closes.
    private func answer(to client: CInt) -> String {
        defer { close(client) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(client, &bytes, bytes.count, CInt(MSG_WAITALL))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private func waiting(_ reserve: DescriptorReserve) -> WaitingConnections {
        WaitingConnections(reserve: reserve) { ByteBuffer(string: "\($0)") }
    }

    @Test(arguments: [("GET / HTTP/1.1\r\n", "http"), ("\u{16}\u{3}\u{1}", "tls"), ("garbage", "unknown")])
    func `Who waits is refused in the language it speaks`(said: String, language: String) throws {
        let reserve = DescriptorReserve()
        reserve.open(1)
        try withListener { listener, address in
            let waiting = waiting(reserve)
            #expect(waiting.refuse(at: listener) == 0)
            let client = try client(of: address, saying: Array(said.utf8))
            // What was sent may still be on its way; then it is looked at a second time.
            while waiting.refuse(at: listener) == 0 {}
            #expect(answer(to: client) == language)
        }
        #expect(reserve.count == 1)
    }

    @Test func `Who is silent is refused at the second look, and takes no more than the reserve`() throws {
        let reserve = DescriptorReserve()
        reserve.open(2)
        try withListener { listener, address in
            let waiting = waiting(reserve)
            let clients = try (0..<3).map { _ in try client(of: address, saying: []) }
            #expect(waiting.refuse(at: listener) == 0)
            #expect(reserve.count == 0)
            #expect(waiting.refuse(at: listener) == 2)
            #expect(waiting.refuse(at: listener) == 1)
            for client in clients { #expect(answer(to: client) == "unknown") }
        }
        #expect(reserve.count == 2)
    }

    @Test func `Without a reserved descriptor nobody is accepted`() throws {
        try withListener { listener, address in
            let client = try client(of: address, saying: [0x8F])
            #expect(waiting(DescriptorReserve()).refuse(at: listener) == 0)
            close(client)
        }
    }
}
