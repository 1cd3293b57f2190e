import NIOCore
import Platform
import StreamProtocol

/// A stream: its log, its publisher, and the event loops on which it has viewers. May be used from any thread.
///
/// The lock is taken twice a frame and when a client joins or leaves, never for a viewer and a frame.
final class Stream: Sendable {
    /// The right to append. One publisher's connection holds it at a time.
    struct Grant: Hashable, Sendable {
        let number: UInt64
        let epoch: UInt32
    }

    /// The publisher's connection, as the stream uses it. Called on any thread.
    protocol PublisherConnection: AnyObject, Sendable {
        /// The publisher; `nil` if it is a client of another relay.
        var participant: Participant? { get }
        /// When bytes last arrived.
        var lastActivity: NIODeadline { get }
        /// The same publisher has connected again.
        func replaced()
        /// The stream has its first viewer. A source that rests must begin at once.
        func viewersJoined()
        func keyFrameRequested(_ track: TrackID)
        /// The relay's operator has ended the stream.
        func dismissed()
        /// Another relay has the stream's publisher.
        func refused(because error: ProtocolError)
    }

    struct State {
        var log: FrameLog
        var shards: [StreamShard.Handle] = []
        var truncation = TruncationSchedule()
        var publisher = PublisherSlot()
        var state = StreamState.waiting
        var viewers = 0
        /// The viewers of relays that are viewers, beyond those relays.
        var relayedViewers = 0
        var viewerLimit: Int
        var keyFrames = KeyFrameRequests()
        var tracks: [Track] = []
        var meter = StreamMeter()
        /// The logs of wrapped frames that viewers read, by the key of their wrapping.
        var wrapped: [String: WrappedLog] = [:]
        /// The relays upstream; `nil` for a stream that comes from no other relay.
        var source: Source?
    }

    let name: StreamName
    /// Distinguishes this stream from an earlier one of the same name.
    let streamInstance: UInt64
    let state: Mutex<State>
    let memory: MemoryBudget
    private let isBehindSinceAppend = Atomic(false)

    convenience init(name: StreamName, settings: StreamSettings, memory: MemoryBudget = MemoryBudget(limit: .max)) {
        self.init(name: name, bounds: FrameLog.Bounds(settings), viewerLimit: settings.viewers, memory: memory)
    }

    private init(
        name: StreamName,
        instance: UInt64 = .random(in: .min ... .max),
        bounds: FrameLog.Bounds,
        viewerLimit: Int,
        memory: MemoryBudget
    ) {
        self.name = name
        self.memory = memory
        streamInstance = instance
        memory.addStreams(1)
        state = Mutex(State(log: FrameLog(bounds: bounds), viewerLimit: viewerLimit))
    }

    /// Makes the log of wrapped frames of another stream. It has no publisher, and its viewers count there.
    convenience init(wrapping origin: Stream, bounds: FrameLog.Bounds) {
        self.init(name: origin.name, bounds: bounds, viewerLimit: 0, memory: origin.memory)
    }

    /// Makes a stream that another relay sends, as its welcome says.
    convenience init(
        pulling name: StreamName,
        _ welcome: Welcome,
        from origin: String,
        settings: StreamSettings,
        memory: MemoryBudget
    ) {
        self.init(
            name: name,
            instance: welcome.streamInstance,
            bounds: FrameLog.Bounds(settings),
            viewerLimit: settings.viewers,
            memory: memory
        )
        state.withLock { state in
            state.source = Source(
                origin: origin,
                path: welcome.path,
                frameLength: welcome.maximumFrameLength,
                state: welcome.state
            )
            state.state = welcome.state
            state.publisher.epoch = welcome.epoch
        }
    }

    deinit {
        memory.addStreams(-1)
        // Viewers may still hold entries of the log.
        state.withLock { $0.log.drop(before: $0.log.end, releasing: true) }
    }

    /// Applies new settings. Viewers that exceed the new limit stay.
    func apply(_ settings: StreamSettings) {
        let bounds = FrameLog.Bounds(settings)
        state.withLock { state in
            state.viewerLimit = settings.viewers
            state.log.bounds = bounds
            state.truncation = TruncationSchedule()
            for handle in state.shards { handle.applyLater(bounds) }
            for log in state.wrapped.values { log.stream.apply(settings) }
        }
    }

    // MARK: The publisher's side

    /// Admits a publisher; see ``PublisherSlot/take(_:as:connection:silenceLimit:now:)``.
    func beginPublishing(
        _ instance: InstanceID,
        connection: any PublisherConnection,
        silenceLimit: TimeAmount,
        now: NIODeadline
    ) throws(ProtocolError) -> Grant {
        let (grant, replaced) = try state.withLock { state throws(ProtocolError) in
            let taken = try state.publisher.take(
                name,
                as: instance,
                connection: connection,
                silenceLimit: silenceLimit,
                now: now
            )
            state.meter.beginEpoch()
            return taken
        }
        replaced?.replaced()
        return grant
    }

    /// Appends an entry and hands it to every event loop that has viewers.
    ///
    /// - Parameter table: The track table of the entry, if it is one.
    /// - Returns: `false` if the grant is no longer held.
    func append(_ entry: consuming LogEntry, announcing table: TrackTable? = nil, by grant: Grant) -> Bool {
        entry.charge = MemoryCharge(entry.cost, in: memory)
        return append(charged: entry, announcing: table, by: grant)
    }

    private func append(charged entry: LogEntry, announcing table: TrackTable?, by grant: Grant) -> Bool {
        let appended: Appended? = state.withLock { state in
            guard state.publisher.isHeld(by: grant) else { return nil }
            // What comes from another relay may be older than the state.
            if state.source == nil, state.state != .live, entry.isMedia {
                state.state = .live
                let live = stateEntry(.live, epoch: state.publisher.epoch, at: entry.arrival)
                appendLater(live, to: &state)
            }
            record(entry, in: &state)
            if let table { state.tracks = table.tracks }
            return append(entry, to: &state)
        }
        guard let appended else { return false }
        // The shard of this event loop is served outside the lock and without a hop.
        appended.local?.append(entry, at: appended.place)
        if let track = appended.awaited {
            _ = request(because: .noPicture, of: .all, at: entry.arrival) { _ in track }
        }
        return true
    }

    /// Whether an event loop with viewers is so far behind that the publisher must wait.
    var isBehind: Bool {
        state.withLock { state in
            state.shards.contains { $0.isBehind } || state.wrapped.values.contains { $0.stream.isBehind }
        }
    }

    /// Whether ``isBehind`` was true when the last entry was appended. Takes no lock, because it is asked for every frame.
    var wasBehind: Bool { isBehindSinceAppend.load(ordering: .relaxed) }

    /// The publisher's connection has ended.
    ///
    /// - Parameter isEnd: Whether the publisher ended the stream.
    /// - Returns: Whether the grant was held.
    func endPublishing(_ grant: Grant, isEnd: Bool, at now: NIODeadline) -> Bool {
        state.withLock { state in
            guard state.publisher.release(grant, endsStream: isEnd, at: now) else { return false }
            state.state = .interrupted
            let entry =
                isEnd
                ? LogEntry(message: ByteBuffer(), content: .end, kinds: .all, arrival: now)
                : stateEntry(.interrupted, epoch: state.publisher.epoch, at: now)
            appendLater(entry, to: &state)
            return true
        }
    }

    // MARK: The viewers' side

    /// The epoch and state for a welcome.
    var currentState: (epoch: UInt32, state: StreamState) {
        state.withLock { ($0.publisher.epoch, $0.state) }
    }

    /// The viewers of this relay, each relay behind it among them.
    var ownViewerCount: Int { state.withLock { $0.viewers } }

    /// The viewers of this relay and of the relays behind it.
    var viewerCount: Int { state.withLock { $0.viewers + $0.relayedViewers } }

    /// The stream in a list.
    var listEntry: StreamList.Entry {
        state.withLock { state in
            let kinds = state.tracks.reduce(into: TrackKinds()) { $0.insert(TrackKinds($1.kind)) }
            return StreamList.Entry(name: name, state: state.state, kinds: kinds)
        }
    }

    /// Whether the stream has a publisher, here or at the origin.
    var isPublished: Bool {
        state.withLock { $0.source == nil ? !$0.publisher.isFree : $0.state == .live }
    }

    /// Whether the stream only has viewers that wait: for a first publisher, or for one that has been gone for longer
    /// than the log keeps entries. A stream of another relay counts as one, because viewers make this relay take it.
    func hasOnlyWaitingViewers(at now: NIODeadline) -> Bool {
        state.withLock { state in
            if state.source != nil { return true }
            return state.publisher.isFree
                && (state.state == .waiting || state.publisher.isAbandoned(for: state.log.bounds.duration, at: now))
        }
    }

    /// Counts a viewer.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/tooManyViewers``.
    func addViewer() throws(ProtocolError) {
        let woken = try state.withLock { state throws(ProtocolError) -> (any PublisherConnection)? in
            guard state.viewers < state.viewerLimit else {
                throw ProtocolError(
                    .tooManyViewers,
                    "The stream '\(name)' has all the \(state.viewerLimit) viewers it may have; try again later."
                )
            }
            state.viewers += 1
            return state.viewers + state.relayedViewers == 1 ? state.publisher.connection : nil
        }
        woken?.viewersJoined()
    }

    func removeViewer() {
        state.withLock { $0.viewers -= 1 }
    }

    /// A relay behind this one, which counts as a viewer, has more viewers than before; with a negative number, fewer.
    func addRelayedViewers(_ change: Int) {
        let woken = state.withLock { state in
            state.relayedViewers += change
            let viewers = state.viewers + state.relayedViewers
            return viewers > 0 && viewers == change ? state.publisher.connection : nil
        }
        woken?.viewersJoined()
    }

    /// A viewer of these kinds of track needs a key frame.
    ///
    /// - Returns: Whether the publisher is asked.
    func requestKeyFrame(for kinds: TrackKinds, because reason: KeyFrameRequests.Reason, at now: NIODeadline) -> Bool {
        request(because: reason, of: kinds, at: now) { $0.leadingTrack(for: kinds) }
    }

    /// A viewer of these kinds of track asks for a key frame of this track.
    ///
    /// - Returns: Whether the publisher is asked.
    func requestKeyFrame(of track: TrackID, for kinds: TrackKinds, at now: NIODeadline) -> Bool {
        request(because: .viewerRequest, of: kinds, at: now) { _ in track }
    }

    private func request(
        because reason: KeyFrameRequests.Reason,
        of kinds: TrackKinds,
        at now: NIODeadline,
        which: (FrameLog) -> TrackID?
    ) -> Bool {
        let request: (any PublisherConnection, TrackID)? = state.withLock { state in
            guard let connection = state.publisher.connection,
                let track = which(state.log), let kind = state.log.kinds(of: track),
                // Every audio frame is a random access point, so a request is of no use.
                kinds.isSuperset(of: kind), kind != TrackKinds(.audio),
                state.keyFrames.allowsRequest(for: track, because: reason, at: now)
            else { return nil }
            return (connection, track)
        }
        guard let (connection, track) = request else { return false }
        connection.keyFrameRequested(track)
        return true
    }

    // MARK: Within the lock

    /// Drops the entries that the log does not keep.
    ///
    /// - Returns: Bytes that the log may have.
    @discardableResult
    func truncate(_ log: inout FrameLog, at now: NIODeadline) -> Int {
        let share = memory.logShare(of: log.bounds.bytes)
        log.drop(before: log.firstKept(at: now, share: share), releasing: true)
        return min(share, log.bounds.bytes)
    }

    private func record(_ entry: LogEntry, in state: inout State) {
        switch entry.content {
        case .frame(let track, _, _, _):
            if entry.isStart { state.keyFrames.answer(track) }
            state.meter.record(
                track,
                bytes: entry.message.readableBytes,
                keyFrameAt: entry.isStart ? FrameHeader.decodeTime(in: entry.message) : nil,
                now: entry.arrival
            )
        case .retained(.tracks, let epoch, _):
            if epoch != state.publisher.epoch { state.meter.beginEpoch() }
            // The history of a relay upstream may begin in an earlier epoch than its welcome says.
            state.publisher.epoch = max(state.publisher.epoch, epoch)
        default: break
        }
    }

    func stateEntry(_ state: StreamState, epoch: UInt32, at now: NIODeadline) -> LogEntry {
        LogEntry(
            message: ProtocolMessage.streamState(state).encoded(),
            content: .retained(.state, epoch: epoch),
            kinds: .all,
            arrival: now
        )
    }

    /// The bytes that the log may have now.
    var logShare: Int { state.withLock { memory.logShare(of: $0.log.bounds.bytes) } }

    private struct Appended {
        /// The shard of the calling loop, which the caller serves.
        var local: StreamShard.Handle?
        let place: LogPlace
        /// The track of which viewers of wrapped frames need a key frame.
        var awaited: TrackID?
    }

    /// Appends to the log and hands the entry to the other loops' shards. The order of appends is the order of the
    /// lock.
    private func append(_ entry: LogEntry, to state: inout State) -> Appended {
        var place = LogPlace(position: state.log.end)
        state.log.append(entry)
        if state.truncation.isDue(bytes: state.log.byteCount, at: entry.arrival) {
            let limit = truncate(&state.log, at: entry.arrival)
            state.truncation.recordTruncation(limit: limit, at: entry.arrival)
        }
        place.firstKept = state.log.start
        var appended = Appended(place: place)
        var isBehind = false
        for handle in state.shards {
            if handle.isOnThisLoop {
                appended.local = handle
            } else {
                handle.appendLater(entry, at: place)
            }
            isBehind = isBehind || handle.isBehind
        }
        if !state.wrapped.isEmpty {
            for log in state.wrapped.values { appended.awaited = log.take(entry) ?? appended.awaited }
            isBehind = isBehind || state.wrapped.values.contains { $0.stream.isBehind }
        }
        isBehindSinceAppend.store(isBehind, ordering: .relaxed)
        return appended
    }

    /// The same, where the calling loop serves its shard later too.
    func appendLater(_ entry: LogEntry, to state: inout State) {
        let appended = append(entry, to: &state)
        appended.local?.appendLater(entry, at: appended.place)
    }
}
