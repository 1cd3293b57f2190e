import NIOCore
import StreamProtocol

/// Gives whoever may publish or watch their part in a stream, and says what they are told first.
struct SessionOpening {
    /// Reads from a publisher before the loop turns to others, as NIO has it by itself.
    private static let publisherReads: UInt = 4

    private let connection: Connection
    private let hello: Hello

    private var loop: RelayLoop { connection.loop }
    private var core: RelayCore { loop.core }

    init(_ connection: Connection, _ hello: Hello) {
        self.connection = connection
        self.hello = hello
    }

    /// Takes a publisher in.
    ///
    /// - Throws: ``ProtocolError`` where its address has too many already, or the stream is somebody else's.
    func publish(
        _ handler: SessionHandler,
        on channel: any Channel
    ) throws(ProtocolError) -> (PublisherSession, Welcome) {
        try checkMemory()
        let link = PublisherLink(handler, participant: handler.participant, on: channel.eventLoop)
        let (stream, grant) = try core.registry.publish(
            hello.stream,
            instance: hello.instance,
            from: connection.seat,
            connection: link
        )
        let publisher = PublisherSession(
            stream: stream,
            grant: grant,
            link: link,
            loop: loop,
            allocator: channel.allocator
        )
        readMuch(from: channel)
        return (publisher, welcome(to: stream, epoch: grant.epoch, state: .live, bound: .zero))
    }

    /// What a publisher sends is worth memory that is kept for it, and more of it may be read at a time.
    private func readMuch(from channel: any Channel) {
        try? channel.syncOptions?.setOption(.recvAllocator, value: AdaptiveRecvByteBufferAllocator())
        try? channel.syncOptions?.setOption(.maxMessagesPerRead, value: Self.publisherReads)
    }

    /// Takes a viewer in.
    ///
    /// - Throws: ``ProtocolError`` where nobody publishes, somebody has all the viewers or streams there may be, or its
    ///   address asks for too much.
    func subscribe(
        _ delegate: any ViewerSessionDelegate,
        by carrier: TrafficCarrier,
        in context: ChannelHandlerContext
    ) throws(ProtocolError) -> (ViewerSession, Welcome) {
        try checkMemory()
        try connection.charge(WorkPrice.join, at: .now())
        let stream = try core.registry.subscribe(hello.stream, waits: hello.waits, from: connection.seat)
        let bound = core.latencyBound(of: hello.stream, wish: hello.maximumLatency)
        let viewer = ViewerSession(
            hello: hello,
            carrier: carrier,
            isEncrypted: connection.hasTLS,
            stream: stream,
            bound: bound,
            batch: core.batch(of: hello.stream, wish: hello.batch, bound: bound),
            loop: loop,
            context: context,
            delegate: delegate
        )
        // Looked up when the viewer has its place in the log, so that no change between the two is missed.
        let standing = stream.standing
        if standing.state == .live { viewer.expectsFirstFrame(since: .now()) }
        return (viewer, welcome(to: stream, epoch: standing.epoch, state: standing.state, bound: bound))
    }

    /// New work is the first that a relay refuses which is short of memory.
    private func checkMemory() throws(ProtocolError) {
        if core.memory.pressure >= .refusing { throw .outOfMemory }
    }

    private func welcome(to stream: Stream, epoch: UInt32, state: StreamState, bound: TimeAmount) -> Welcome {
        let configuration = core.configuration
        return Welcome(
            epoch: epoch,
            streamInstance: stream.instance,
            maximumFrameLength: UInt32(clamping: configuration.limits.frameLength),
            pingInterval: UInt32(clamping: configuration.pingInterval.nanoseconds / 1_000_000),
            maximumLatency: UInt32(clamping: bound.nanoseconds / 1_000_000),
            state: state,
            relayName: core.name,
            grease: .random()
        )
    }
}
