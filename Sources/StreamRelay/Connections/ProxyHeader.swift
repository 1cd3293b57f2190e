import NIOCore
import StreamProtocol

/// A header of the PROXY protocol, version 1 or 2, as HAProxy's "The PROXY protocol" specifies it (sections 2.1 and
/// 2.2): a proxy's description of a connection that it forwards.
struct ProxyHeader: Hashable, Sendable {
    /// The client's address; `nil` if the proxy connects for itself (`LOCAL`), or does not know it (`UNKNOWN`, and
    /// sockets without an IP address).
    var client: SocketAddress?
    /// Whether the client's connection to the proxy uses TLS: `PP2_CLIENT_SSL` in the field `PP2_TYPE_SSL`.
    var isEncrypted = false
}

extension ProxyHeader {
    private enum Field {
        /// `PP2_TYPE_SSL`.
        static let tls: UInt8 = 0x20
        /// `PP2_CLIENT_SSL`: the client connected over TLS.
        static let clientUsesTLS: UInt8 = 0x01
    }

    /// Parses a line of version 1, without its line end.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/notThisProtocol`` where it is malformed.
    init(line: some Collection<UInt8>) throws(ProtocolError) {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        // The words behind this one have no meaning.
        if words.count > 1, words[1] == "UNKNOWN" { return }
        guard words.count == 6, words[1] == "TCP4" || words[1] == "TCP6",
            let client = Self.address(words[2], port: words[4]), let relay = Self.address(words[3], port: words[5]),
            client.isIPv4 == (words[1] == "TCP4"), relay.isIPv4 == client.isIPv4
        else { throw .malformedProxyHeader }
        self.client = client
    }

    private static func address(_ host: String, port: String) -> SocketAddress? {
        let isNumber = !port.isEmpty && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber, port == "0" || !port.hasPrefix("0"), let port = UInt16(port) else { return nil }
        return try? SocketAddress(ipAddress: host, port: Int(port))
    }

    /// Parses the bytes behind the length in version 2.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/notThisProtocol`` where they are malformed.
    init(isLocal: Bool, family: UInt8, _ body: ByteBuffer) throws(ProtocolError) {
        guard !isLocal else { return }
        var body = body
        let addressLength: Int
        switch family {
        // AF_INET and AF_INET6 over SOCK_STREAM.
        case 0x11: addressLength = 4
        case 0x21: addressLength = 16
        // AF_UNSPEC; the same over SOCK_DGRAM; AF_UNIX.
        case 0x00, 0x12, 0x22, 0x31, 0x32: return
        default: throw .malformedProxyHeader
        }
        guard let address = body.readSlice(length: addressLength), body.readSlice(length: addressLength) != nil,
            let port = body.readInteger(as: UInt16.self), body.readInteger(as: UInt16.self) != nil,
            let client = try? SocketAddress(packedIPAddress: address, port: Int(port))
        else { throw .malformedProxyHeader }
        self.client = client
        while body.readableBytes > 0 {
            guard let type = body.readInteger(as: UInt8.self), let length = body.readInteger(as: UInt16.self),
                var value = body.readSlice(length: Int(length))
            else { throw .malformedProxyHeader }
            guard type == Field.tls else { continue }
            // The flags, and the result of the check of the client's certificate. Further fields may follow.
            guard let flags = value.readInteger(as: UInt8.self), value.readInteger(as: UInt32.self) != nil else {
                throw .malformedProxyHeader
            }
            isEncrypted = flags & Field.clientUsesTLS != 0
        }
    }
}

/// Collects bytes until they are a whole ``ProxyHeader``.
struct ProxyHeaderReader {
    /// Bytes of a line of version 1 with its line end: the maximum of the specification.
    static let maximumLineLength = 107
    /// Bytes behind the length in version 2. Addresses take at most 216. A proxy that sends all fields, with the names
    /// of a client's certificate, stays below 2 KiB.
    static let maximumBodyLength = 4 * 1024

    private static let word = Array("PROXY ".utf8)
    private static let signature: [UInt8] = [
        0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
    ]
    /// Bytes of version 2 before the body: signature, version and command, family and protocol, length.
    private static let fixedLength = 16

    private var received = ByteBuffer()

    /// Takes the bytes of a header from `bytes`, and nothing behind it.
    ///
    /// - Returns: `nil` if more bytes must arrive; all bytes are taken then.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/notThisProtocol`` at the first byte that no header has there.
    mutating func read(_ bytes: inout ByteBuffer) throws(ProtocolError) -> ProxyHeader? {
        while bytes.readableBytes > 0, var piece = bytes.readSlice(length: min(step, bytes.readableBytes)) {
            received.writeBuffer(&piece)
            if let header = try header() { return header }
        }
        return nil
    }

    /// Bytes that belong to the header in any case: one at a time, until the length of version 2 is known.
    private var step: Int {
        guard received.readableBytes >= Self.fixedLength, !Self.matches(received.readableBytesView, Self.word),
            let length = received.getInteger(at: received.readerIndex + Self.fixedLength - 2, as: UInt16.self)
        else { return 1 }
        return max(1, Self.fixedLength + Int(length) - received.readableBytes)
    }

    /// The header, if the last byte completes it.
    private func header() throws(ProtocolError) -> ProxyHeader? {
        let view = received.readableBytesView
        guard Self.matches(view, Self.word) else {
            guard Self.matches(view, Self.signature) else { throw .noProxyHeader }
            return try binaryHeader()
        }
        if view.suffix(2).elementsEqual([0x0D, 0x0A]) { return try ProxyHeader(line: view.dropLast(2)) }
        guard view.count < Self.maximumLineLength else { throw .malformedProxyHeader }
        return nil
    }

    private func binaryHeader() throws(ProtocolError) -> ProxyHeader? {
        var bytes = received
        guard bytes.readSlice(length: Self.signature.count) != nil,
            let command = bytes.readInteger(as: UInt8.self)
        else { return nil }
        // Version 2; LOCAL or PROXY.
        guard command == 0x20 || command == 0x21 else { throw .malformedProxyHeader }
        guard let family = bytes.readInteger(as: UInt8.self), let length = bytes.readInteger(as: UInt16.self) else {
            return nil
        }
        guard length <= Self.maximumBodyLength else { throw .malformedProxyHeader }
        guard bytes.readableBytes == length else { return nil }
        return try ProxyHeader(isLocal: command == 0x20, family: family, bytes)
    }

    /// Whether `bytes` begin with a header; `nil` if it takes more bytes to decide.
    static func begins(_ bytes: some Collection<UInt8>) -> Bool? {
        for beginning in [word, signature] where matches(bytes, beginning) {
            return bytes.count >= beginning.count ? true : nil
        }
        return false
    }

    private static func matches(_ bytes: some Collection<UInt8>, _ beginning: [UInt8]) -> Bool {
        zip(bytes, beginning).allSatisfy { $0 == $1 }
    }
}

extension ProtocolError {
    /// A proxy sends no header.
    static let noProxyHeader = ProtocolError(
        .notThisProtocol,
        "This address is one of the relay's proxies, so its connections begin with a header of the PROXY protocol; have "
            + "the proxy send one, as HAProxy does by 'send-proxy-v2'."
    )
    static let malformedProxyHeader = ProtocolError(
        .notThisProtocol,
        "This header of the PROXY protocol is malformed; send version 1 or 2 as HAProxy specifies them."
    )
    /// The client is not a trusted proxy, and could write any address.
    static let untrustedProxyHeader = ProtocolError(
        .notThisProtocol,
        "This relay takes no header of the PROXY protocol from this address; name it as one of the relay's proxies, or "
            + "have the proxy send none."
    )
}

extension SocketAddress {
    fileprivate var isIPv4: Bool { if case .v4 = self { true } else { false } }
}
