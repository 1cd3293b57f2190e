import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamRelay

/// Headers as HAProxy's specification has them, and what is none.
@Suite struct ProxyHeaderTests {
    static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    static let ipv4: [UInt8] = [203, 0, 113, 9, 10, 0, 0, 1, 0xC3, 0x50, 0x1D, 0x1A]
    static let ipv6: [UInt8] =
        [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [9] + [0x20, 0x01, 0x0D, 0xB8]
        + Array(repeating: 0, count: 11) + [1] + [0xC3, 0x50, 0x1D, 0x1A]

    /// Version 2; by default PROXY over TCP and IPv4.
    static func binary(command: UInt8 = 0x21, family: UInt8 = 0x11, _ body: [UInt8] = ipv4) -> [UInt8] {
        signature + [command, family, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }

    static func field(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
        [type, UInt8(value.count >> 8), UInt8(value.count & 0xFF)] + value
    }

    /// `PP2_TYPE_SSL` with these flags, and the version of TLS in it.
    static func tls(_ flags: UInt8) -> [UInt8] {
        field(0x20, [flags, 0, 0, 0, 0] + field(0x21, Array("TLSv1.3".utf8)))
    }

    private static func client(_ address: String, isEncrypted: Bool = false) -> ProxyHeader {
        ProxyHeader(client: try? SocketAddress(ipAddress: address, port: 50_000), isEncrypted: isEncrypted)
    }

    private static func text(_ line: String) -> [UInt8] { Array(line.utf8) }

    private static let longest = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"

    /// A header, and what it says.
    static let cases: [(header: [UInt8], meaning: ProxyHeader)] = [
        (text("PROXY TCP4 203.0.113.9 10.0.0.1 50000 7450\r\n"), client("203.0.113.9")),
        (text("PROXY TCP6 2001:db8::9 2001:db8::1 50000 7450\r\n"), client("2001:db8::9")),
        (text("PROXY TCP6 \(longest) \(longest) 50000 65535\r\n"), client(longest)),
        (text("PROXY UNKNOWN\r\n"), ProxyHeader()),
        (text("PROXY UNKNOWN \(longest) \(longest) 65535 65535\r\n"), ProxyHeader()),
        (binary(), client("203.0.113.9")),
        (binary(family: 0x21, ipv6), client("2001:db8::9")),
        (binary(ipv4 + tls(0x01)), client("203.0.113.9", isEncrypted: true)),
        (binary(ipv4 + tls(0x07)), client("203.0.113.9", isEncrypted: true)),
        (binary(ipv4 + tls(0x00)), client("203.0.113.9")),
        (binary(ipv4 + tls(0x06)), client("203.0.113.9")),
        (
            binary(
                family: 0x21,
                ipv6 + field(0x01, text("h2")) + field(0x05, [1, 2, 3]) + tls(0x01) + field(0x04, [0, 0])
                    + field(0xEE, [])
            ), client("2001:db8::9", isEncrypted: true)
        ),
        // LOCAL: what follows does not count.
        (binary(command: 0x20, family: 0x00, []), ProxyHeader()),
        (binary(command: 0x20, ipv4 + tls(0x01)), ProxyHeader()),
        (binary(command: 0x20, family: 0xFF, [1, 2, 3]), ProxyHeader()),
        // No IP address over TCP.
        (binary(family: 0x00, []), ProxyHeader()),
        (binary(family: 0x00, [1, 2, 3]), ProxyHeader()),
        (binary(family: 0x12), ProxyHeader()),
        (binary(family: 0x31, Array(repeating: 0x61, count: 216)), ProxyHeader()),
        (
            binary(ipv4 + field(0x04, Array(repeating: 0, count: ProxyHeaderReader.maximumBodyLength - 15))),
            client("203.0.113.9")
        ),
    ]

    private static let next = Array("hello".utf8)

    /// Reads pieces; what the header says, and the bytes behind it.
    private static func read(_ pieces: [[UInt8]]) throws -> (ProxyHeader?, rest: [UInt8]) {
        var reader = ProxyHeaderReader()
        var header: ProxyHeader?
        var rest: [UInt8] = []
        for piece in pieces {
            var bytes = ByteBuffer(bytes: piece)
            if header == nil { header = try reader.read(&bytes) }
            rest += bytes.readableBytesView
        }
        return (header, rest)
    }

    @Test(arguments: cases.indices)
    func `a header means the same wherever it is cut`(index: Int) throws {
        let (header, meaning) = Self.cases[index]
        let bytes = header + Self.next
        let single = try Self.read(bytes.map { [$0] })
        #expect(single.0 == meaning)
        #expect(single.rest == Self.next)
        for cut in 0...min(bytes.count, 300) {
            let (read, rest) = try Self.read([Array(bytes[..<cut]), Array(bytes[cut...])])
            #expect(read == meaning)
            #expect(rest == Self.next)
        }
    }

    @Test(arguments: cases.indices)
    func `a part of a header is not yet a header`(index: Int) throws {
        let header = Self.cases[index].header
        for length in 0..<min(header.count, 300) {
            let (read, rest) = try Self.read([Array(header[..<length])])
            #expect(read == nil && rest.isEmpty)
        }
    }

    @Test(
        arguments: [
            "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\n", "PROXY\r\n", "PROXY \r\n", "PROXY TCP4\r\n",
            "PROXY tcp4 203.0.113.9 10.0.0.1 50000 7450\r\n",
            "PROXY TCP4 203.0.113.9 10.0.0.1 50000\r\n", "PROXY TCP4 203.0.113.9 10.0.0.1 50000 7450 \r\n",
            "PROXY  TCP4 203.0.113.9 10.0.0.1 50000 7450\r\n", "PROXY TCP4 2001:db8::9 2001:db8::1 50000 7450\r\n",
            "PROXY TCP6 203.0.113.9 10.0.0.1 50000 7450\r\n", "PROXY TCP4 203.0.113.9 2001:db8::1 50000 7450\r\n",
            "PROXY TCP4 203.0.113 10.0.0.1 50000 7450\r\n", "PROXY TCP4 203.0.113.9 10.0.0.1 65536 7450\r\n",
            "PROXY TCP4 203.0.113.9 10.0.0.1 050000 7450\r\n", "PROXY TCP4 203.0.113.9 10.0.0.1 +5 7450\r\n",
            "PROXY TCP4 203.0.113.9 10.0.0.1 -5 7450\r\n", "PROXY TCP4 203.0.113.9 10.0.0.1 5e4 7450\r\n",
            "PROXY TCP4 localhost 10.0.0.1 50000 7450\r\n", "PROXY UDP4 203.0.113.9 10.0.0.1 50000 7450\r\n",
            "PROXY TCP4 203.0.113.9 10.0.0.1 50000 7450" + String(repeating: " ", count: 65),
            "PROXY UNKNOWN" + String(repeating: "x", count: 94),
        ]
    )
    func `a line that is not valid is refused`(line: String) {
        let error = #expect(throws: ProtocolError.self) { try Self.read([Array(line.utf8)]) }
        #expect(error?.code == .notThisProtocol)
    }

    private static let broken: [[UInt8]] = [
        Array(signature.dropLast()) + [0x0B], binary(command: 0x22), binary(command: 0x11), binary(command: 0x31),
        binary(family: 0x13), binary(family: 0x41), binary(Array(ipv4.dropLast())), binary([]),
        binary(family: 0x21, ipv4), binary(ipv4 + [0x20]), binary(ipv4 + [0x04, 0]), binary(ipv4 + [0x04, 0, 1]),
        binary(ipv4 + field(0x20, [])), binary(ipv4 + field(0x20, [1, 0, 0, 0])),
        binary(ipv4 + tls(1) + [0x04, 0xFF, 0xFF]),
        signature + [0x21, 0x11, 0x10, 0x01], signature + [0x20, 0x00, 0xFF, 0xFF], [0x8F], [0x16, 3, 1],
    ]

    @Test(arguments: broken)
    func `a header of version 2 that is not valid is refused`(bytes: [UInt8]) {
        let error = #expect(throws: ProtocolError.self) { try Self.read([bytes]) }
        #expect(error?.code == .notThisProtocol)
    }

    @Test func `a header is refused at the first wrong byte`() {
        var reader = ProxyHeaderReader()
        for byte in "PROX".utf8 {
            var bytes = ByteBuffer(bytes: [byte])
            #expect(throws: Never.self) { try reader.read(&bytes) }
        }
        #expect(throws: ProtocolError.self) {
            var bytes = ByteBuffer(string: "X")
            _ = try reader.read(&bytes)
        }
    }

    /// Whatever comes, it is a header, a part of one, or refused, and that does not depend on where it is cut.
    @Test func `random headers are refused and do not trap`() async {
        var generator = SeededGenerator(seed: 12)
        for round in 0..<5_000 {
            // Other tests share the thread.
            await Task.yield()
            let bytes = Self.cases[round % Self.cases.count].header.mutated(using: &generator)
            let whole = Result { try Self.read([bytes]).0 }
            let cut = Int.random(in: 0...bytes.count, using: &generator)
            let pieces = Result { try Self.read([Array(bytes[..<cut]), Array(bytes[cut...])]).0 }
            switch (whole, pieces) {
            case (.success(let first), .success(let second)): #expect(first == second)
            case (.failure(let error), .failure): #expect((error as? ProtocolError)?.code == .notThisProtocol)
            default: Issue.record("\(bytes) cut at \(cut)")
            }
        }
    }

    @Test(arguments: [
        ("", nil), ("P", nil), ("PROXY", nil), ("PROXY ", true), ("PROXY TCP4", true), ("PROXYS", false),
        ("POST", false),
        ("\r", nil), ("\r\n\r\n\0\r\nQUIT", nil), ("\r\n\r\n\0\r\nQUIT\n", true), ("\r\n\r\nG", false), ("x", false),
    ])
    func `a header is recognised by its first bytes`(text: String, begins: Bool?) {
        #expect(ProxyHeaderReader.begins(Array(text.utf8)) == begins)
    }
}
