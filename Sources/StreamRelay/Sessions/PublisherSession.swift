import NIOCore
import StreamProtocol
import Synchronization

/// A publisher's side of a connection: turns its messages into entries of the stream's log.
///
/// Belongs to its event loop.
final class PublisherSession {
    /// The right to append that this connection holds.
    let grant: Stream.Grant
    let stream: Stream
    /// This connection as the stream sees it.
    let link: PublisherLink
    private unowned let loop: RelayLoop
    private let allocator: ByteBufferAllocator
    private var publication: Publication
    private var toldViewers: Int?
    /// The memory of what has come of a message that is not whole.
    var reception: ReceptionMemory
    /// What came on this connection.
    private(set) var moved = ConnectionStatus.Publishing(framesReceived: 0, bytesReceived: 0)

    init(
        stream: Stream,
        grant: Stream.Grant,
        link: PublisherLink,
        loop: RelayLoop,
        allocator: ByteBufferAllocator
    ) {
        self.link = link
        self.stream = stream
        self.grant = grant
        self.loop = loop
        self.allocator = allocator
        publication = Publication(epoch: grant.epoch)
        reception = ReceptionMemory(loop.core.memory)
        loop.core.memory.addPublishers(1)
        loop.core.metrics.publisherCame()
    }

    /// Appends what the publisher sent.
    ///
    /// - Returns: `false` when another connection holds the stream by now.
    func receive(_ published: SessionStateMachine.Published) throws(ProtocolError) -> Bool {
        let now = NIODeadline.now()
        switch published {
        case .frame(let frame):
            loop.traffic.receivedFrame()
            moved.framesReceived += 1
            moved.bytesReceived += frame.message.readableBytes
            let (unannounced, entry) = try publication.receive(frame, at: now, allocator: allocator)
            if let unannounced, !stream.append(unannounced, by: grant) { return false }
            return stream.append(entry, by: grant)
        case .tracks(let table):
            guard let entry = try publication.receive(table, at: now) else { return true }
            return stream.append(entry, announcing: table, by: grant)
        case .gap(let gap):
            return stream.append(try publication.receive(gap, at: now), by: grant)
        case .clockOffset(let offset):
            guard let entry = try publication.receive(offset, at: now) else { return true }
            return stream.append(entry, by: grant)
        }
    }

    /// Whether it is to send no more for now: an event loop with viewers is behind, or there is no memory.
    var mustWait: Bool { stream.isBehind || loop.core.memory.pressure == .exhausted }

    /// How many watch, when that has changed since it was last asked.
    func changedViewerCount() -> ViewerCount? {
        let viewers = stream.viewerCount
        guard viewers != toldViewers else { return nil }
        toldViewers = viewers
        return ViewerCount(viewers: UInt32(clamping: viewers))
    }

    /// Gives the stream back.
    func leave(isEnd: Bool) {
        loop.core.metrics.publisherLeft()
        loop.core.memory.addPublishers(-1)
        reception.giveBack()
        _ = loop.core.registry.endPublishing(stream, grant, isEnd: isEnd, at: .now())
    }
}

/// A publisher's connection as its stream sees it, from any thread.
final class PublisherLink: Stream.PublisherConnection {
    let participant: Participant
    private let handler: NIOLoopBound<SessionHandler>
    private let eventLoop: any EventLoop
    private let heardAt = Atomic(NIODeadline.now().uptimeNanoseconds)

    init(_ handler: SessionHandler, participant: Participant, on eventLoop: any EventLoop) {
        self.participant = participant
        self.handler = NIOLoopBound(handler, eventLoop: eventLoop)
        self.eventLoop = eventLoop
    }

    var lastHeard: NIODeadline { .uptimeNanoseconds(heardAt.load(ordering: .relaxed)) }

    /// Something came.
    func heard(at now: NIODeadline) {
        heardAt.store(now.uptimeNanoseconds, ordering: .relaxed)
    }

    func replaced() {
        let handler = handler
        eventLoop.execute { handler.value.wasReplaced() }
    }

    func dismissed() {
        let handler = handler
        eventLoop.execute { handler.value.dismiss(endsStream: true) }
    }

    func viewersCame() {
        let handler = handler
        eventLoop.execute { handler.value.tellViewers() }
    }

    func keyFrameRequested(_ track: TrackID) {
        let handler = handler
        eventLoop.execute { handler.value.askForKeyFrame(of: track) }
    }
}
