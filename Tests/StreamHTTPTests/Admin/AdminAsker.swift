import NIOCore
import NIOPosix
import RelayTestSupport
import StreamClient
import StreamTLS

/// A response.
struct Answer: Hashable {
    let status: Int
    let body: String

    init(_ status: Int, _ body: String) {
        self.status = status
        self.body = body
    }
}

/// Sends requests as plain text, so that tests control every byte.
struct AdminAsker: Sendable {
    let address: SocketAddress
    /// Encrypts; `nil` for clear text.
    var tls: ClientTLSProvider?

    /// The same over TLS, with a server that has this certificate.
    func pinning(_ certificate: ServerCertificate) throws -> AdminAsker {
        let pin = try CertificateFingerprint(certificate.fingerprint)
        return AdminAsker(address: address, tls: try ClientTLSProvider(ClientSecurity(trust: .pins([pin]))))
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

    /// Sends a head, adds its end, and reads until the server closes.
    func send(_ head: String, body: String = "") async throws -> Answer {
        let relay = try RelayAddress("127.0.0.1:\(address.port ?? 0)")
        let request = ByteBuffer(string: head + "connection: close\r\n\r\n" + body)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(to: address) {
            [tls] channel in
            channel.eventLoop.makeCompletedFuture {
                try tls?.addHandlers(to: channel, for: relay)
                // On the event loop: the server waits a while for a request, and a task may wait for longer.
                try channel.pipeline.syncOperations.addHandler(OpeningHandler(request))
                return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        let text = try await channel.executeThenClose { received, _ in
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
