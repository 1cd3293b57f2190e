import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay
import Synchronization

/// What a relay serves to programs that speak HTTP/1.1 and know nothing of this project: streams as they are, lists of
/// streams in JSON, and the protocol itself in WebSocket frames. `Protocol.md` describes all of it.
public final class HTTPService: HTTPDoor {
    private let origins: Mutex<AllowedOrigins>
    /// The lists that all who ask share.
    let listing = StreamListing(showsPublishers: false)

    /// - Parameter allowed: The pages that need no token where nobody needs one.
    public init(allowing allowed: AllowedOrigins = .none) {
        origins = Mutex(allowed)
        HTTPMetrics.begin()
    }

    /// From now on pages of these origins are allowed. Whoever is served already stays.
    public func apply(_ allowed: AllowedOrigins) {
        origins.withLock { $0 = allowed }
    }

    /// The pages that are allowed now.
    var allowedOrigins: AllowedOrigins { origins.withLock(\.self) }

    public func open(_ connection: Connection, on channel: any Channel) throws {
        let decoder = ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: HTTPLimits.decoder)
        )
        let toll = RequestToll(connection)
        let requests = RequestHandler(connection, of: self, decoder: decoder, toll: toll)
        try channel.pipeline.syncOperations.addHandlers(toll, decoder, requests)
        connection.tenant = requests
    }

    public func refusal(_ error: ProtocolError) -> ByteBuffer {
        HTTPRefusal(error).answer.bytes(for: .closing)
    }
}
