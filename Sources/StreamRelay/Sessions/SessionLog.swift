import Logging
import StreamProtocol

/// What the relay's log says of one session, always with whose it is.
struct SessionLog {
    let connection: Connection
    /// Known from the hello on.
    let stream: StreamName?
    /// Known once the session is let in, where a token was shown.
    let bearer: String?

    func callAsFunction(
        _ level: Logger.Level,
        _ message: Logger.Message,
        _ metadata: @autoclosure () -> Logger.Metadata = [:]
    ) {
        let logger = connection.loop.core.logger
        guard logger.logLevel <= level else { return }
        var metadata = metadata()
        if let stream { metadata["stream"] = "\(stream)" }
        if let bearer { metadata["bearer"] = "\(bearer)" }
        metadata["peer"] = "\(connection.peerName)"
        logger.log(level: level, message, metadata: metadata)
    }
}
