import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// What a relay serves to programs that speak HTTP/1.1 and know nothing of this project: streams as they are, lists of
/// streams in JSON, and the protocol itself in WebSocket frames. `Protocol.md` describes all of it.
public struct HTTPService: HTTPDoor {
    public init() {
        HTTPMetrics.begin()
    }

    public func open(_ connection: Connection, on channel: any Channel) throws {
        let decoder = ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: HTTPLimits.decoder)
        )
        let requests = RequestHandler(connection, decoder: decoder)
        try channel.pipeline.syncOperations.addHandlers(decoder, requests)
        connection.tenant = requests
    }

    public func refusal(_ error: ProtocolError) -> ByteBuffer {
        HTTPRefusal(error).answer.bytes(for: .closing)
    }
}
