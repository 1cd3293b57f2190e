import NIOCore
import StreamProtocol

extension SessionStateMachine.Role
where Publisher == PublisherSession, Viewer == ViewerSession, Lister == ListingSession {
    /// Checks what does not depend on the stream, and counts the session.
    ///
    /// - Throws: ``ProtocolError`` where the token or a limit does not allow the role, the client is a relay from which
    ///   this one waits for the stream, memory is short, or the connection has sent too much.
    static func check(
        _ hello: Hello,
        _ permissions: Permissions,
        _ connection: Connection
    ) throws(ProtocolError) {
        try permissions.check(hello.role, hello.stream)
        try connection.admitted(permissions, as: hello.role)
        guard hello.role == .subscribe || hello.role == .relay else { return }
        let core = connection.loop.core
        try core.checkPath(of: hello)
        try core.checkMemory()
        try connection.charge(WorkCost.join, at: .now())
    }

    /// Begins the role that the hello asks for.
    ///
    /// - Returns: Also the name as the stream has it, so that all its viewers share one string.
    /// - Throws: ``ProtocolError`` where a limit does not allow it, or the stream is not there or taken.
    static func begin(
        _ hello: Hello,
        _ permissions: Permissions,
        for handler: SessionHandler,
        _ channel: SessionChannel,
        _ context: ChannelHandlerContext
    ) throws(ProtocolError) -> (Self, StreamName, Welcome) {
        let connection = channel.connection
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

    /// Whether the session needs a tick soon: a publisher's first viewer count, and every list, are sent with a tick.
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
