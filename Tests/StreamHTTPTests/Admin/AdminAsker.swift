import NIOCore
import NIOPosix
import StreamClient
import StreamTLS

/// What came back.
struct Answer: Hashable {
    let status: Int
    let body: String

    init(_ status: Int, _ body: String) {
        self.status = status
        self.body = body
    }
}

/// Asks by plain text, so that nothing stands between a test and what is sent.
struct AdminAsker: Sendable {
    let address: SocketAddress
    /// Encrypts; `nil` leaves connections clear.
    var tls: TLSOpener?

    /// The same by TLS with whoever shows this certificate.
    func pinning(_ certificate: ServerCertificate) throws -> AdminAsker {
        let pin = try CertificateFingerprint(certificate.fingerprint)
        return AdminAsker(address: address, tls: try TLSOpener(ClientSecurity(trust: .pins([pin]))))
    }

    func get(_ target: String, token: String? = nil) async throws -> Answer {
        try await send("GET \(target) HTTP/1.1\r\nhost: localhost\r\n" + Self.authorization(token))
    }

    func act(_ request: String, body: String = "", token: String? = nil) async throws -> Answer {
        try await send(
            "\(request) HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                + "content-length: \(body.utf8.count)\r\n" + Self.authorization(token),
            body: body
        )
    }

    /// Sends a head, to which the end is added, and takes everything until the other side closes.
    func send(_ head: String, body: String = "") async throws -> Answer {
        let relay = try RelayAddress("127.0.0.1:\(address.port ?? 0)")
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(to: address) {
            [tls] channel in
            channel.eventLoop.makeCompletedFuture {
                try tls?.open(channel, to: relay)
                return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        let text = try await channel.executeThenClose { received, sent in
            // Where the other side has closed already, what is read tells why.
            try? await sent.write(ByteBuffer(string: head + "connection: close\r\n\r\n" + body))
            var all = ByteBuffer()
            for try await part in received { all.writeImmutableBuffer(part) }
            return String(buffer: all)
        }
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let status = parts.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return Answer(status ?? 0, parts.count > 1 ? String(parts[1]) : "")
    }

    private static func authorization(_ token: String?) -> String {
        token.map { "authorization: Bearer \($0)\r\n" } ?? ""
    }
}
