import NIOCore
import StreamProtocol

extension SessionStateMachine.Role
where Publisher == PublisherSession, Viewer == ViewerSession, Lister == ListingSession {
    /// Begins the role that the hello asks for.
    ///
    /// - Returns: Also the name as the stream has it, so that all its viewers share one string.
    /// - Throws: ``ProtocolError`` where the token or a limit does not allow it, or the stream is not there or taken.
    static func begin(
        _ hello: Hello,
        _ permissions: Permissions,
        for handler: SessionHandler,
        _ channel: SessionChannel,
        _ context: ChannelHandlerContext
    ) throws(ProtocolError) -> (Self, StreamName, Welcome) {
        let connection = channel.connection
        try permissions.check(hello.role, hello.stream)
        try connection.admitted(permissions, as: hello.role)
        switch hello.role {
        case .publish:
            let (publisher, welcome) = try PublisherSession.begin(hello, for: handler, connection, context.channel)
            return (.publisher(publisher), publisher.stream.name, welcome)
        case .subscribe, .relay:
            let carrier = channel.trafficCarrier
            let (viewer, welcome) = try ViewerSession.begin(
                hello,
                for: handler,
                connection,
                carrier,
                wrapping: handler.wrapping,
                context
            )
            return (.viewer(viewer), viewer.stream.name, welcome)
        case .list:
            let (lister, welcome) = try ListingSession.begin(hello, permissions, connection)
            return (.lister(lister), hello.stream, welcome)
        }
    }

    /// Gives back what the peer was admitted to.
    ///
    /// - Parameter endsStream: Whether the stream ends that the peer publishes.
    /// - Returns: The messages that the channel still holds.
    func end(endsStream: Bool) -> UnsentMessages {
        switch self {
        case .publisher(let publisher):
            publisher.close(endsStream: endsStream)
            return UnsentMessages()
        case .viewer(let viewer): return viewer.close()
        case .lister(let lister): return lister.close()
        }
    }

    /// Whether the session gets every tick: reading from a publisher resumes, and a list is sent, with a tick.
    var needsFastTicks: Bool { if case .viewer = self { false } else { true } }

    /// The log line of the beginning.
    func logEvent(_ welcome: Welcome) -> SessionLogEvent {
        switch self {
        case .publisher: .publishing(epoch: welcome.epoch)
        case .viewer: .watching
        case .lister: .listing
        }
    }
}
