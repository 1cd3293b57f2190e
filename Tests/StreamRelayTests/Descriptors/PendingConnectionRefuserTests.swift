import NIOCore
import Platform
import StreamProtocol
import Synchronization
import Testing

@testable import StreamRelay

@Suite struct DescriptorReserveTests {
    @Test func `reserved descriptors are taken again as soon as there are some`() {
        let reserve = DescriptorReserve()
        #expect(!reserve.release())
        reserve.open(2)
        #expect(reserve.count == 2)
        #expect(reserve.release())
        #expect(reserve.release())
        #expect(!reserve.release())
        #expect(reserve.refill())
        #expect(reserve.count == 2)
        #expect(reserve.withReleasedDescriptor { reserve.count } == 1)
        #expect(reserve.count == 2)
    }

    @Test func `a listener resumes when a connection closes, after the reserves are filled`() {
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
@Suite struct PendingConnectionRefuserTests {
    /// A listening socket on loopback that does not wait, and its address.
    private func withListener(_ body: (CInt, sockaddr_in) throws -> Void) throws {
        let listener = socket(AF_INET, SocketKind.stream, 0)
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
    private func client(of address: sockaddr_in, speaking text: [UInt8]) throws -> CInt {
        let client = socket(AF_INET, SocketKind.stream, 0)
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

    private func waiting(_ reserve: DescriptorReserve) -> PendingConnectionRefuser {
        PendingConnectionRefuser(reserve: reserve) { ByteBuffer(string: "\($0)") }
    }

    @Test(arguments: [("GET / HTTP/1.1\r\n", "http"), ("\u{16}\u{3}\u{1}", "tls"), ("garbage", "unknown")])
    func `a waiting client is refused in the protocol it speaks`(said: String, detected: String) throws {
        let reserve = DescriptorReserve()
        reserve.open(1)
        try withListener { listener, address in
            let waiting = waiting(reserve)
            #expect(waiting.refuse(at: listener) == 0)
            let client = try client(of: address, speaking: Array(said.utf8))
            // What was sent may still be on its way; then it is looked at a second time.
            while waiting.refuse(at: listener) == 0 {}
            #expect(answer(to: client) == detected)
        }
        #expect(reserve.count == 1)
    }

    @Test func `a silent client is refused at the second look and uses only the reserve`() throws {
        let reserve = DescriptorReserve()
        reserve.open(2)
        try withListener { listener, address in
            let waiting = waiting(reserve)
            let clients = try (0..<3).map { _ in try client(of: address, speaking: []) }
            // A busy system may take a moment until the listener has a connection.
            var refusals: [Int] = []
            while refusals.reduce(0, +) < clients.count { refusals.append(waiting.refuse(at: listener)) }
            #expect(refusals.first == 0)
            #expect(refusals.allSatisfy { $0 <= 2 })
            for client in clients { #expect(answer(to: client) == "unknown") }
        }
        #expect(reserve.count == 2)
    }

    @Test func `without a reserved descriptor no connection is accepted`() throws {
        try withListener { listener, address in
            let client = try client(of: address, speaking: [0x8F])
            #expect(waiting(DescriptorReserve()).refuse(at: listener) == 0)
            close(client)
        }
    }
}
