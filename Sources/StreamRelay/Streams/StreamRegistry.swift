import NIOCore
import Platform
import StreamProtocol

/// The streams of a relay by name. Its lock is taken when publishers and viewers come and go.
final class StreamRegistry: Sendable {
    private struct Entry {
        let stream: Stream
        /// Where the stream's publisher counts, or counted last. It counts for as long as it may return, so that no
        /// client takes all names by leaving them again.
        var registration: PeerTable.Registration?
        /// Where a stream counts that is only waited for: with its first viewer, or with the publisher that does not
        /// return. So no client takes all names by waiting for them.
        var waitingRegistration: PeerTable.Registration?
        /// The number of the publication; `nil` while there is none, and without a registrar.
        var publication: UInt64?
    }

    private let entries = Mutex<[StreamName: Entry]>([:])
    /// Learns of publications within the lock, so that their order is that of the grants.
    private let publications: (any PublicationRegistrar)?
    private let lastPublication = Atomic<UInt64>(0)
    private let configuration: ConfigurationStore
    private let peers: PeerTable
    private let memory: MemoryBudget

    init(
        _ configuration: ConfigurationStore,
        peers: PeerTable,
        memory: MemoryBudget,
        publications: (any PublicationRegistrar)? = nil
    ) {
        self.publications = publications
        self.configuration = configuration
        self.peers = peers
        self.memory = memory
    }

    /// Applies the current configuration to the streams that exist already.
    func applySettings() {
        entries.withLock { entries in
            for entry in entries.values { entry.stream.apply(configuration.settings(for: entry.stream.name)) }
        }
    }

    /// How long a publisher may be silent before the relay tells another one to try again.
    private var silenceLimit: TimeAmount { configuration.current.pingInterval * 2 }

    /// Admits a publisher to a new stream, or to one that its viewers wait for.
    ///
    /// A stream of another relay gives way if it has no publisher there, or the same one. The caller ends its pull.
    ///
    /// - Parameter isOriginFixed: Whether a stream of another relay comes from there whatever the registrar knows.
    /// - Throws: ``ProtocolError`` where its address publishes too many streams, the relay has too many streams, or
    ///   another client publishes this one, here or at another relay.
    func publish(
        _ name: StreamName,
        instance: InstanceID,
        from registration: PeerTable.Registration,
        connection: any Stream.PublisherConnection,
        isOriginFixed: Bool = true
    ) throws(ProtocolError) -> (Stream, Stream.Grant) {
        try entries.withLock { entries throws(ProtocolError) in
            let claim = publications?.claim(name, for: instance) ?? .unknown
            if case .taken(let retryAfter) = claim { throw .takenElsewhere(name, retryAfter: retryAfter) }
            var pulled: Entry?
            if let entry = entries[name], entry.stream.isPulled,
                entry.stream.givesWay(to: claim, isOriginFixed: isOriginFixed)
            {
                pulled = entry
                entries[name] = nil
            }
            let predecessor = entries[name]?.registration
            try peers.beginPublishing(registration, after: predecessor, isNew: entries[name] == nil)
            do throws(ProtocolError) {
                let now = NIODeadline.now()
                let stream = try findOrMake(name, in: &entries) { !$0.hasOnlyWaitingViewers(at: now) }
                let grant = try stream.beginPublishing(
                    instance,
                    connection: connection,
                    silenceLimit: silenceLimit,
                    now: now
                )
                if let predecessor { peers.endPublishing(predecessor, before: registration) }
                if let waitingRegistration = entries[name]?.waitingRegistration {
                    peers.endWaiting(waitingRegistration)
                }
                entries[name]?.waitingRegistration = nil
                entries[name]?.registration = registration
                if let publications {
                    let number = lastPublication.add(1, ordering: .relaxed).newValue
                    entries[name]?.publication = number
                    publications.publicationBegan(LocalPublication(stream, grant, instance: instance, number: number))
                }
                return (stream, grant)
            } catch {
                if let pulled { entries[name] = pulled }
                peers.endPublishing(registration, before: predecessor)
                throw error
            }
        }
    }

    /// Ends a publisher's connection to a stream. A stream that has ended releases its name at once; its viewers read
    /// on to the end.
    func endPublishing(_ stream: Stream, _ grant: Stream.Grant, isEnd: Bool, at now: NIODeadline) -> Bool {
        entries.withLock { entries in
            guard stream.endPublishing(grant, isEnd: isEnd, at: now) else { return false }
            guard entries[stream.name]?.stream === stream else { return true }
            endPublication(stream.name, in: &entries)
            if isEnd { release(stream.name, in: &entries) }
            return true
        }
    }

    /// Adds a stream that another relay sends.
    ///
    /// - Parameter earlier: The stream in whose place it comes.
    /// - Returns: `false` if a stream of this relay has the name, or ``endPulling(_:_:isEnd:at:)`` was called already.
    func addPulled(_ stream: Stream, replacing earlier: Stream?) -> Bool {
        entries.withLock { entries in
            guard stream.isPulling, entries[stream.name] == nil || entries[stream.name]?.stream === earlier
            else { return false }
            entries[stream.name] = Entry(stream: stream)
            return true
        }
    }

    /// Another relay sends a stream no longer.
    ///
    /// - Parameter isEnd: Whether the stream has ended; its viewers read on to the end.
    func endPulling(_ stream: Stream, _ grant: Stream.Grant, isEnd: Bool, at now: NIODeadline) -> Bool {
        entries.withLock { entries in
            if entries[stream.name]?.stream === stream { release(stream.name, in: &entries) }
            return stream.endPublishing(grant, isEnd: isEnd, at: now)
        }
    }

    func stream(_ name: StreamName) -> Stream? { entries.withLock { $0[name]?.stream } }

    func all() -> [Stream] { entries.withLock { $0.values.map(\.stream) } }

    /// Releases a name, whether or not its stream has a publisher and viewers.
    func remove(_ name: StreamName) -> Stream? { entries.withLock { release(name, in: &$0) } }

    /// Counts a viewer, and makes its stream if there is none.
    ///
    /// - Parameter registration: Where a stream counts that is made for this viewer.
    /// - Throws: ``ProtocolError`` where the stream is not published and the viewer does not wait, its address or token
    ///   waits for too many streams, the relay has too many streams, or the stream has too many viewers.
    func subscribe(
        _ name: StreamName,
        waits: Bool,
        from registration: PeerTable.Registration = .none
    ) throws(ProtocolError) -> Stream {
        try entries.withLock { entries throws(ProtocolError) in
            if !waits, entries[name]?.stream.isPublished != true {
                throw ProtocolError(
                    .streamNotFound,
                    "No client publishes '\(name)' here; check the name, or wait for it."
                )
            }
            let stream: Stream
            if let entry = entries[name] {
                stream = entry.stream
            } else {
                stream = try makeWaitedStream(name, in: &entries, from: registration)
            }
            try stream.addViewer()
            return stream
        }
    }

    /// Makes a stream for a viewer that waits for it.
    private func makeWaitedStream(
        _ name: StreamName,
        in entries: inout [StreamName: Entry],
        from registration: PeerTable.Registration
    ) throws(ProtocolError) -> Stream {
        try peers.beginWaiting(registration)
        do throws(ProtocolError) {
            let now = NIODeadline.now()
            let stream = try findOrMake(name, in: &entries) { $0.hasOnlyWaitingViewers(at: now) }
            entries[name]?.waitingRegistration = registration
            return stream
        } catch {
            peers.endWaiting(registration)
            throw error
        }
    }

    /// Releases a viewer.
    func unsubscribe(_ stream: Stream, at now: NIODeadline) {
        entries.withLock { entries in
            stream.removeViewer()
            if entries[stream.name]?.stream === stream, stream.expire(at: now) { release(stream.name, in: &entries) }
        }
    }

    /// Drops old entries, removes streams that are no longer needed, and samples the others. Called by the clock, once
    /// a second.
    ///
    /// - Parameter presence: Whether another relay has the stream of a name.
    /// - Returns: The totals of the remaining streams, and the streams whose viewers would find it there.
    func expire(
        at now: NIODeadline,
        presence: (StreamName) -> UpstreamPresence = { _ in .none }
    ) -> (totals: Totals, moved: [Stream]) {
        entries.withLock { entries in
            var totals = Totals()
            var moved: [Stream] = []
            for (name, entry) in entries {
                entry.stream.sampleMeter(at: now)
                if entry.stream.expire(at: now) {
                    release(name, in: &entries)
                } else if entry.stream.isBetterTaken(from: { presence(name) }, at: now) {
                    release(name, in: &entries)
                    moved.append(entry.stream)
                } else {
                    if let registration = entry.registration, entry.stream.hasOnlyWaitingViewers(at: now) {
                        peers.convertToWaiting(registration)
                        entries[name]?.waitingRegistration = registration
                        entries[name]?.registration = nil
                    }
                    entry.stream.add(to: &totals)
                }
            }
            entries.shrink()
            return (totals, moved)
        }
    }

    /// Tells other relays that the publication of a name has ended.
    private func endPublication(_ name: StreamName, in entries: inout [StreamName: Entry]) {
        guard let number = entries[name]?.publication else { return }
        entries[name]?.publication = nil
        publications?.publicationEnded(name, number: number)
    }

    @discardableResult
    private func release(_ name: StreamName, in entries: inout [StreamName: Entry]) -> Stream? {
        endPublication(name, in: &entries)
        let entry = entries.removeValue(forKey: name)
        if let registration = entry?.registration { peers.endPublishing(registration) }
        if let waitingRegistration = entry?.waitingRegistration { peers.endWaiting(waitingRegistration) }
        return entry?.stream
    }

    /// The number and memory of the streams.
    struct Totals {
        var streams: [StreamState: Int] = [:]
        /// Bytes in their logs.
        var logBytes = 0
        /// Bytes that their logs may have.
        var logLimit = 0
    }

    /// - Parameter competes: The streams that count against the same limit. Streams that are published are limited
    ///   apart from those that are only waited for, so that viewers of invented names keep no publisher out.
    private func findOrMake(
        _ name: StreamName,
        in entries: inout [StreamName: Entry],
        competingWith competes: (Stream) -> Bool
    ) throws(ProtocolError) -> Stream {
        if let entry = entries[name] { return entry.stream }
        let limit = configuration.limits.all.streams
        guard entries.count < limit || entries.values.count(where: { competes($0.stream) }) < limit else {
            throw ProtocolError(
                .tooManyStreams,
                "This relay has all the \(limit) streams it may have; try again later."
            )
        }
        let stream = Stream(name: name, settings: configuration.settings(for: name), memory: memory)
        entries[name] = Entry(stream: stream)
        return stream
    }
}
