import NIOCore
import NIOHTTP1
import Platform
import StreamProtocol
import StreamRelay

/// The HTTP/1.1 service on the relay's port: streams and clips of them as media, lists of streams in JSON, and the protocol in
/// WebSocket frames. `Protocol.md` (WebSocket, and appendix A) specifies it.
public final class HTTPService: HTTPProvider {
    private let origins: Mutex<AllowedOrigins>
    /// The lists that all clients share.
    let listing = StreamListing(includesPublishers: false)
    let clips = ClipMaker()

    /// - Parameter allowed: The pages that need no token if the relay requires none.
    public init(allowing allowed: AllowedOrigins = .none) {
        origins = Mutex(allowed)
        HTTPMetrics.begin()
    }

    /// Sets the pages that are allowed from now on. Connections that are being served stay.
    public func apply(_ allowed: AllowedOrigins) {
        origins.withLock { $0 = allowed }
    }

    /// The pages that are allowed now.
    var allowedOrigins: AllowedOrigins { origins.withLock(\.self) }

    /// Adds the handlers of HTTP/1.1 to a connection.
    public func addHandlers(for connection: Connection, to channel: any Channel) throws {
        let decoder = ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: HTTPLimits.decoder)
        )
        let rateLimiter = RequestRateLimiter(connection)
        let requests = RequestHandler(connection, of: self, decoder: decoder, rateLimiter: rateLimiter)
        try channel.pipeline.syncOperations.addHandlers(rateLimiter, decoder, requests)
        connection.connectionHandler = requests
    }

    /// A response of HTTP that says why a connection is refused before its first request.
    public func refusal(_ error: ProtocolError) -> ByteBuffer {
        HTTPRefusal(error).response.bytes(for: .closing)
    }
}
