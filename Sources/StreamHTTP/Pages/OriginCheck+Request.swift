import NIOCore
import NIOHTTP1
import StreamRelay

extension OriginCheck {
    init(_ head: HTTPRequestHead, over connection: Connection, allowing allowed: AllowedOrigins) {
        let facts = Facts(
            origins: head.headers["origin"],
            hosts: head.headers["host"],
            isEncrypted: connection.isEncrypted,
            isFromThisMachine: connection.peer?.isLoopback ?? true
        )
        self.init(facts, allowing: allowed)
    }
}
