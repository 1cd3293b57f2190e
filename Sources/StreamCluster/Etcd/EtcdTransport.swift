import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sends requests to the endpoints of an etcd cluster, over HTTP/1.1.
struct EtcdTransport: Sendable {
    /// Connections to an endpoint: the watch, and the requests that are under way at once.
    private static let connections = 32

    private let client: HTTPClient
    private let scheme: String
    let limits: EtcdLimits
    let clock: DirectoryClock

    /// - Parameter tls: `nil` for connections without TLS.
    init(
        tls: TLSConfiguration?,
        on eventLoopGroup: any EventLoopGroup,
        limits: EtcdLimits,
        clock: DirectoryClock
    ) {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: .init(connect: limits.answerTime)
        )
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.connections
        // Another endpoint is tried instead.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
        scheme = tls == nil ? "http" : "https"
        self.limits = limits
        self.clock = clock
    }

    /// Closes all connections. Must be called once, at the end.
    func shutdown() async { try? await client.shutdown() }

    private func makeRequest(
        _ method: HTTPMethod,
        _ path: String,
        to endpoint: EtcdEndpoint,
        token: String?
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "\(scheme)://\(endpoint)\(path)")
        request.method = method
        // A member without a leader answers at once instead of never.
        request.headers.add(name: "grpc-metadata-hasleader", value: "true")
        if let token, !token.isEmpty { request.headers.add(name: "authorization", value: token) }
        return request
    }

    /// - Returns: The whole answer.
    /// - Throws: ``EtcdError``.
    func get(_ path: String, from endpoint: EtcdEndpoint) async throws -> ByteBuffer {
        try await answer(to: makeRequest(.GET, path, to: endpoint, token: nil), of: endpoint)
    }

    /// - Returns: The whole answer.
    /// - Throws: ``EtcdError``.
    func post(
        _ path: String,
        _ body: some Encodable,
        to endpoint: EtcdEndpoint,
        token: String?
    ) async throws -> ByteBuffer {
        var request = makeRequest(.POST, path, to: endpoint, token: token)
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
        return try await answer(to: request, of: endpoint)
    }

    private func answer(to request: HTTPClientRequest, of endpoint: EtcdEndpoint) async throws -> ByteBuffer {
        do {
            let answer = try await clock.run(within: limits.answerTime) { [client, limits] in
                let response = try await client.execute(request, timeout: limits.answerTime)
                return (response.status, try await response.body.collect(upTo: limits.answerLength))
            }
            guard let (status, bytes) = answer else { throw EtcdError.silent(endpoint, limits.answerTime) }
            guard status == .ok else { throw Self.error(in: bytes, of: endpoint) }
            return bytes
        } catch is NIOTooManyBytesError {
            throw EtcdError.tooLong(endpoint, limits.answerLength)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw EtcdError(error, at: endpoint)
        }
    }

    /// Sends a request whose answer has no end, and passes on its lines.
    ///
    /// - Throws: ``EtcdError``, also where the answer ends; the error of `receive`.
    func stream(
        _ path: String,
        _ body: some Encodable,
        from endpoint: EtcdEndpoint,
        token: String?,
        _ receive: (ByteBuffer) throws -> Void
    ) async throws {
        var request = makeRequest(.POST, path, to: endpoint, token: token)
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
        do {
            let response = try await client.execute(request, timeout: limits.answerTime)
            guard response.status == .ok else {
                throw Self.error(in: try await response.body.collect(upTo: limits.answerLength), of: endpoint)
            }
            var lines = LineSplitter(limit: limits.messageLength)
            for try await part in response.body {
                lines.append(part)
                while let line = try lines.next() { try receive(line) }
            }
            throw EtcdError(.unavailable, "etcd at \(endpoint) has ended the watch.")
        } catch is LineSplitter.LineTooLong {
            throw EtcdError.tooLong(endpoint, limits.messageLength)
        } catch is NIOTooManyBytesError {
            throw EtcdError.malformed(endpoint)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw EtcdError(error, at: endpoint)
        }
    }

    /// - Throws: ``EtcdError`` for anything but JSON with the fields of `type`.
    static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        from bytes: ByteBuffer,
        of endpoint: EtcdEndpoint
    ) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes.readableBytesView))
        } catch {
            throw EtcdError.malformed(endpoint)
        }
    }

    private static func error(in bytes: ByteBuffer, of endpoint: EtcdEndpoint) -> EtcdError {
        let problem = try? decode(EtcdMessage.Problem.self, from: bytes, of: endpoint)
        return problem?.error(at: endpoint) ?? .malformed(endpoint)
    }
}
