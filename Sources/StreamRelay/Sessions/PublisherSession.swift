import NIOCore
import Platform
import StreamProtocol

/// The relay's side of a publisher: turns the publisher's messages into entries of the stream's log.
///
/// Belongs to its event loop.
final class PublisherSession {
    /// Reads from a publisher before the event loop serves other connections: NIO's default.
    private static let publisherReads: UInt = 4

    /// The right to append that this connection holds.
    let grant: Stream.Grant
    let stream: Stream
    /// This connection as the stream sees it.
    let handle: PublisherHandle
    private unowned let loop: RelayLoop
    private let allocator: ByteBufferAllocator
    private var publication: Publication
    private var reportedViewers: Int?
    /// When the number of viewers is compared again.
    private var nextCount = NIODeadline.uptimeNanoseconds(0)
    /// The memory of a message that has arrived in part.
    var reception: ReceptionMemory
    /// The frames that arrived on this connection.
    private(set) var received = ConnectionStatus.Publishing(framesReceived: 0, bytesReceived: 0)

    private init(
        stream: Stream,
        grant: Stream.Grant,
        handle: PublisherHandle,
        loop: RelayLoop,
        allocator: ByteBufferAllocator
    ) {
        self.handle = handle
        self.stream = stream
        self.grant = grant
        self.loop = loop
        self.allocator = allocator
        publication = Publication(epoch: grant.epoch)
        reception = ReceptionMemory(loop.core.memory)
        loop.core.memory.addPublishers(1)
        loop.core.metrics.publisherStarted()
    }

    /// Admits a publisher to its stream.
    ///
    /// - Throws: ``ProtocolError`` where memory is short, the address publishes too many streams, or another publisher
    ///   has the stream.
    static func begin(
        _ hello: Hello,
        for handler: SessionHandler,
        _ connection: Connection,
        _ channel: any Channel
    ) throws(ProtocolError) -> (PublisherSession, Welcome) {
        let core = connection.loop.core
        try core.checkMemory()
        let handle = PublisherHandle(handler, participant: handler.participant, on: channel.eventLoop)
        let (stream, grant) = try core.registry.publish(
            hello.stream,
            instance: hello.instance,
            from: connection.registration,
            connection: handle,
            isOriginFixed: core.pulls.isOriginFixed(hello.stream)
        )
        core.pulls.yield(hello.stream)
        let publisher = PublisherSession(
            stream: stream,
            grant: grant,
            handle: handle,
            loop: connection.loop,
            allocator: channel.allocator
        )
        // A publisher's bytes are worth memory that is kept for them, and more of them may be read at a time.
        try? channel.syncOptions?.setOption(.recvAllocator, value: PublisherReceiveAllocator())
        try? channel.syncOptions?.setOption(.maxMessagesPerRead, value: publisherReads)
        // Nothing has come from this publisher yet, so the state is what it was for the viewers.
        let state = stream.currentState.state
        return (publisher, core.welcome(to: stream, epoch: grant.epoch, state: state, bound: .zero))
    }

    /// Appends a message of the publisher to the stream.
    ///
    /// - Returns: `false` if another connection has replaced this one.
    func receive(_ message: PublishedMessage) throws(ProtocolError) -> Bool {
        let now = NIODeadline.now()
        switch message {
        case .frame(let frame): return try receive(frame, at: now)
        case .tracks(let table):
            guard let entry = try publication.receive(table, at: now) else { return true }
            guard stream.append(entry, announcing: table, by: grant) else { return false }
            guard let offset = publication.takeClockOffset(at: now) else { return true }
            return stream.append(offset, by: grant)
        case .gap(let gap):
            return stream.append(try publication.receive(gap, at: now), by: grant)
        case .clockOffset(let offset):
            guard let entry = try publication.receive(offset, at: now) else { return true }
            return stream.append(entry, by: grant)
        }
    }

    /// Appends a frame of the publisher to the stream.
    ///
    /// - Returns: `false` if another connection has replaced this one.
    func receive(_ frame: Frame, at now: NIODeadline) throws(ProtocolError) -> Bool {
        loop.traffic.receivedFrame()
        received.framesReceived += 1
        received.bytesReceived += frame.message.readableBytes
        let (unannounced, entry) = try publication.receive(frame, at: now, allocator: allocator)
        if let unannounced, !stream.append(unannounced, by: grant) { return false }
        return stream.append(entry, by: grant)
    }

    /// Whether the relay stops reading from the publisher: an event loop with viewers was behind when the last entry was
    /// appended, or memory is exhausted.
    var mustWait: Bool { stream.wasBehind || loop.core.memory.isExhausted }

    /// Whether the relay reads from the publisher again.
    var mayGoOn: Bool { !stream.isBehind && !loop.core.memory.isExhausted }

    /// The number of viewers, if it has changed and a few times a second are not exceeded (Protocol.md, Viewer count).
    /// Called when bytes arrive, which spares the event loop a tick.
    func dueViewerCount(at now: NIODeadline) -> ViewerCount? {
        guard now >= nextCount else { return nil }
        nextCount = now + RelayLoop.tickInterval
        return changedViewerCount()
    }

    /// The number of viewers, if it has changed since the last call.
    func changedViewerCount() -> ViewerCount? {
        let viewers = stream.viewerCount
        guard viewers != reportedViewers else { return nil }
        reportedViewers = viewers
        return ViewerCount(viewers: UInt32(clamping: viewers))
    }

    /// Gives the stream back.
    func close(endsStream: Bool) {
        loop.core.metrics.publisherStopped()
        loop.core.memory.addPublishers(-1)
        reception.release()
        _ = loop.core.registry.endPublishing(stream, grant, isEnd: endsStream, at: .now())
    }
}

extension PublisherSession: Equatable {
    static func == (a: PublisherSession, b: PublisherSession) -> Bool { a === b }
}

/// A publisher's connection as its stream sees it. May be used from any thread.
final class PublisherHandle: Stream.PublisherConnection {
    let client: Participant
    private let handler: NIOLoopBound<SessionHandler>
    private let eventLoop: any EventLoop
    private let lastActivityAt = Atomic(NIODeadline.now().uptimeNanoseconds)

    init(_ handler: SessionHandler, participant: Participant, on eventLoop: any EventLoop) {
        client = participant
        self.handler = NIOLoopBound(handler, eventLoop: eventLoop)
        self.eventLoop = eventLoop
    }

    var participant: Participant? { client }

    var lastActivity: NIODeadline { .uptimeNanoseconds(lastActivityAt.load(ordering: .relaxed)) }

    /// Bytes arrived.
    func recordActivity(at now: NIODeadline) {
        lastActivityAt.store(now.uptimeNanoseconds, ordering: .relaxed)
    }

    func replaced() {
        let handler = handler
        eventLoop.execute { handler.value.wasReplaced() }
    }

    func dismissed() {
        let handler = handler
        eventLoop.execute { handler.value.dismiss(endsStream: true) }
    }

    func refused(because error: ProtocolError) {
        let handler = handler
        eventLoop.execute { handler.value.end(with: Ending(error)) }
    }

    func viewersJoined() {
        let handler = handler
        eventLoop.execute { handler.value.sendViewerCount() }
    }

    func keyFrameRequested(_ track: TrackID) {
        let handler = handler
        eventLoop.execute { handler.value.sendKeyFrameRequest(of: track) }
    }
}
