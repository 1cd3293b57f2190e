import NIOCore
import StreamProtocol

extension SessionStateMachine.Role
where Publisher == PublisherSession, Viewer == ViewerSession, Lister == ListingSession {
    /// Begins the role that the hello asks for. The peer's token allows it.
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
            let (viewer, welcome) = try ViewerSession.begin(hello, for: handler, connection, carrier, context)
            return (.viewer(viewer), viewer.stream.name, welcome)
        case .list:
            let (lister, welcome) = try ListingSession.begin(hello, permissions, connection)
            return (.lister(lister), hello.stream, welcome)
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
