import Logging
import StreamProtocol

/// What the relay's log says of one session, always with whose it is.
struct SessionLog {
    /// Known from the hello on.
    var stream: StreamName?
    /// Known once the session is let in, where a token was shown.
    var bearer: String?
    private let connection: Connection
    private let logger: Logger

    init(of connection: Connection) {
        self.connection = connection
        logger = connection.loop.core.logger
    }

    func callAsFunction(
        _ level: Logger.Level,
        _ message: Logger.Message,
        _ metadata: @autoclosure () -> Logger.Metadata = [:]
    ) {
        guard logger.logLevel <= level else { return }
        var metadata = metadata()
        if let stream { metadata["stream"] = "\(stream)" }
        if let bearer { metadata["bearer"] = "\(bearer)" }
        metadata["peer"] = "\(connection.peerName)"
        logger.log(level: level, message, metadata: metadata)
    }
}
