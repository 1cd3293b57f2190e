import NIOCore
import StreamProtocol

/// The frames that wait to be sent, in order, and the rule by which frames are dropped when there are too many.
///
/// Video is dropped from one frame up to the next random access point or gradual frame (`isStart`), never a single frame
/// that others need. Frames that are dropped within an epoch keep their sequence numbers and are announced by a gap. An
/// epoch begins with the first frame that is sent in it, whatever was dropped before.
///
/// Every dropped frame is counted in ``losses``, and is in the next result of ``takeLosses()``.
///
/// The value does no I/O and reads no clock.
struct PublishQueue: Sendable {
    /// What happened to a frame.
    struct EnqueueResult: Hashable {
        var isQueued: Bool
        /// Tracks that now need a random access point.
        var wantsKeyFrame: TrackSet = []
    }

    /// The messages that the connection is given at once.
    struct Handover: Sendable {
        var buffers: [ByteBuffer] = []
        var bytes = 0
        /// When the oldest frame of the handover was offered.
        var since: ContinuousClock.Instant?
        var wantsKeyFrame: TrackSet = []
        /// Whether it has a track table.
        var announcesTracks = false
        /// Frames that are longer than the relay accepts.
        var tooLong: [MediaFrame] = []

        mutating func append(_ message: ProtocolMessage) {
            let buffer = message.encoded()
            bytes += buffer.readableBytes
            buffers.append(buffer)
        }
    }

    private enum Entry {
        case tracks([Track], beginsEpoch: Bool)
        case frame(QueuedFrame)
    }

    private struct QueuedFrame {
        private(set) var frame: MediaFrame
        /// Frames of the same track that were dropped just before this one.
        var dropped: UInt64
        let since: ContinuousClock.Instant

        /// Returns the frame with the only reference to its payload, which then need not be copied.
        mutating func release() -> MediaFrame {
            defer { frame.payload = ByteBuffer() }
            return frame
        }
    }

    private struct Epoch {
        var number: UInt32
        var maximumFrameLength: Int
    }

    private let limits: PublishLimits
    private var entries = CircularBuffer<Entry>()
    private var trackStates: [TrackID: PublishTrackState] = [:]
    private var known: TrackSet = []
    /// The kind of each track at the beginning of the last epoch that ``setTracks(_:beginningEpoch:)`` knows of.
    private var kinds: [TrackID: TrackKind] = [:]
    private var epoch: Epoch?
    /// The tracks of the frames at the front of the queue.
    private var currentTracks: [Track] = []
    private var hasPendingTracks = false
    /// Bytes of payload in the queue.
    private(set) var bytes = 0
    /// All frames that were handed over.
    private(set) var totals = PublishTotals()
    /// All frames that were dropped or refused.
    private(set) var losses = PublishLosses()
    /// Those that ``takeLosses()`` has not returned yet.
    private var unreportedLosses: [FrameLoss] = []

    init(limits: PublishLimits) {
        self.limits = limits
    }

    /// Whether the queue is empty.
    var isEmpty: Bool { entries.isEmpty && !hasPendingTracks && !trackStates.values.contains { $0.hasPendingGap } }

    /// When the oldest frame in the queue was offered.
    var oldest: ContinuousClock.Instant? { firstFrame()?.since }

    /// Whether a frame of this length fits. An empty queue has room for any frame.
    func hasRoom(for length: Int) -> Bool { bytes == 0 || bytes + length <= limits.bytes }

    /// Whether tracks were set.
    var hasTracks: Bool { known != [] }

    /// Whether this is one of the tracks that were set last.
    func knows(_ track: TrackID) -> Bool { known.contains(TrackSet(track)) }
}

// MARK: What comes in

extension PublishQueue {
    /// Sets the tracks of the frames that follow. They begin an epoch if `beginningEpoch` is set or a track changes its
    /// kind; video then begins at a random access point.
    mutating func setTracks(_ tracks: [Track], beginningEpoch: Bool = false) {
        var beginsEpoch = beginningEpoch || tracks.contains { kinds[$0.id, default: $0.kind] != $0.kind }
        if case .tracks(_, let replacedBegins) = entries.last {
            entries.removeLast()
            beginsEpoch = beginsEpoch || replacedBegins
        }
        entries.append(.tracks(tracks, beginsEpoch: beginsEpoch))
        known = []
        if beginsEpoch { kinds = [:] }
        for track in tracks {
            known.insert(TrackSet(track.id))
            kinds[track.id] = track.kind
            trackStates[track.id, default: PublishTrackState()].isVideo = track.kind == .video
            if beginsEpoch { trackStates[track.id]?.awaitsRandomAccess = true }
        }
    }

    /// Appends a frame even if the queue is full. A caller that can wait checks ``hasRoom(for:)`` first.
    mutating func append(_ frame: MediaFrame, at now: ContinuousClock.Instant) -> EnqueueResult {
        var trackState = trackStates[frame.track, default: PublishTrackState()]
        defer { trackStates[frame.track] = trackState }
        guard !trackState.mustSkip(frame) else {
            trackState.dropped += 1
            lose(frame, .undecodable)
            return EnqueueResult(isQueued: false)
        }
        trackState.awaitsRandomAccess = false
        if frame.isStart { trackState.wantsNewer = false }
        entries.append(.frame(QueuedFrame(frame: frame, dropped: trackState.dropped, since: now)))
        trackState.dropped = 0
        bytes += frame.payload.readableBytes
        return EnqueueResult(isQueued: true)
    }

    /// Appends a frame, and drops older ones or this one if there are too many.
    mutating func offer(_ frame: MediaFrame, at now: ContinuousClock.Instant) -> EnqueueResult {
        var wanted: TrackSet = []
        if trackStates[frame.track]?.mustSkip(frame) != true {
            wanted = dropExcess(for: frame, at: now)
        }
        var result = append(frame, at: now)
        // A random access point that arrives now need not be requested.
        if frame.isStart { wanted.remove(TrackSet(frame.track)) }
        result.wantsKeyFrame = wanted
        return result
    }

    /// Counts a frame that cannot be sent, and drops the frames after it that need it.
    mutating func refuse(_ frame: MediaFrame) -> EnqueueResult {
        var trackState = trackStates[frame.track, default: PublishTrackState()]
        defer { trackStates[frame.track] = trackState }
        trackState.dropped += 1
        lose(frame, .tooLong)
        guard trackState.isVideo, !trackState.awaitsRandomAccess else { return EnqueueResult(isQueued: false) }
        trackState.awaitsRandomAccess = true
        return EnqueueResult(isQueued: false, wantsKeyFrame: TrackSet(frame.track))
    }

    /// Makes room for a frame. Frames that are too old are dropped, and then video first.
    ///
    /// The newest random access point stays, however old, until there is another. On an uplink that is stalled for
    /// longer than a frame may wait, each random access point would otherwise be dropped before its turn, and viewers
    /// would never see a picture again.
    private mutating func dropExcess(for frame: MediaFrame, at now: ContinuousClock.Instant) -> TrackSet {
        var wanted: TrackSet = []
        while !hasRoom(for: frame.payload.readableBytes), let victim = firstFrame(where: isVideo) ?? firstFrame() {
            drop(victim, .queueFull, &wanted)
        }
        var keptTracks: TrackSet = []
        while let oldest = firstFrame(where: { !keptTracks.contains(TrackSet($0.track)) }),
            now - oldest.since > limits.age
        {
            let track = oldest.frame.track
            guard beginsTheNewestGroup(oldest.frame, before: frame) else {
                drop(oldest, .tooLate, &wanted)
                continue
            }
            keptTracks.insert(TrackSet(track))
            guard trackStates[track]?.wantsNewer == false else { continue }
            trackStates[track]?.wantsNewer = true
            wanted.insert(TrackSet(track))
        }
        return wanted
    }

    /// Whether this is the newest random access point of video, with `next` about to be appended.
    private func beginsTheNewestGroup(_ frame: MediaFrame, before next: MediaFrame) -> Bool {
        guard isVideo(frame), frame.isStart, next.track != frame.track || !next.isStart else {
            return false
        }
        let points = entries.lazy.filter { entry in
            guard case .frame(let queued) = entry else { return false }
            return queued.frame.track == frame.track && queued.frame.isStart
        }
        return points.dropFirst().isEmpty
    }

    private func isVideo(_ frame: MediaFrame) -> Bool { trackStates[frame.track]?.isVideo == true }

    private func firstFrame(where isWanted: (MediaFrame) -> Bool = { _ in true }) -> QueuedFrame? {
        for case .frame(let queued) in entries where isWanted(queued.frame) { return queued }
        return nil
    }

    private mutating func drop(_ victim: QueuedFrame, _ reason: FrameLoss.Reason, _ wanted: inout TrackSet) {
        let track = victim.frame.track
        let isVideo = isVideo(victim.frame)
        let hasMore = removeFrames(of: track, because: reason) { count, frame in
            count == 0 || (isVideo && !frame.isStart)
        }
        if isVideo && !hasMore {
            trackStates[track]?.awaitsRandomAccess = true
            wanted.insert(TrackSet(track))
        }
    }

    /// Drops a track's frames from the front, as long as `condition` holds, and counts them.
    ///
    /// - Parameters:
    ///   - reason: Why the first of them is dropped. The others need it.
    ///   - condition: Is called with the number of frames dropped so far.
    /// - Returns: Whether a frame of the track remains.
    private mutating func removeFrames(
        of track: TrackID,
        because reason: FrameLoss.Reason,
        while condition: (Int, MediaFrame) -> Bool
    ) -> Bool {
        var kept = CircularBuffer<Entry>(initialCapacity: entries.count)
        var removed = 0
        var dropped: UInt64 = 0
        var isOver = false
        for entry in entries {
            guard case .frame(var queued) = entry, queued.frame.track == track, !isOver else {
                kept.append(entry)
                continue
            }
            dropped += queued.dropped
            if condition(removed, queued.frame) {
                lose(queued.frame, removed == 0 ? reason : .undecodable)
                removed += 1
                dropped += 1
                bytes -= queued.frame.payload.readableBytes
            } else {
                isOver = true
                queued.dropped = dropped
                kept.append(.frame(queued))
            }
        }
        if !isOver { trackStates[track, default: PublishTrackState()].dropped += dropped }
        entries = kept
        return isOver
    }
}

// MARK: Losses

extension PublishQueue {
    /// Counts a frame that does not come into the queue, and that no other frame needs.
    mutating func reject(_ frame: MediaFrame, because reason: FrameLoss.Reason) { lose(frame, reason) }

    /// The frames that were dropped or refused since the last call, one element for each track and reason.
    mutating func takeLosses() -> [FrameLoss] {
        defer { unreportedLosses = [] }
        return unreportedLosses
    }

    private mutating func lose(_ frame: MediaFrame, _ reason: FrameLoss.Reason) {
        losses.add(reason)
        let index = unreportedLosses.firstIndex { $0.track == frame.track && $0.reason == reason }
        if let index {
            unreportedLosses[index].extend(to: frame)
        } else {
            unreportedLosses.append(FrameLoss(of: frame, reason))
        }
    }
}

// MARK: What goes out

extension PublishQueue {
    /// A relay has accepted the stream. Sequence numbers begin at 0 again. On all connections but the first, video
    /// begins at a random access point, because viewers lack the frames that the lost connection held.
    ///
    /// - Returns: The video tracks that have no random access point in the queue.
    mutating func begin(_ welcome: Welcome) -> TrackSet {
        let isReturn = epoch != nil
        epoch = Epoch(number: welcome.epoch, maximumFrameLength: Int(welcome.maximumFrameLength))
        hasPendingTracks = !currentTracks.isEmpty
        var wanted: TrackSet = []
        for (track, trackState) in trackStates {
            trackStates[track]?.nextSequence = nil
            guard isReturn, trackState.isVideo else { continue }
            if !removeFrames(of: track, because: .undecodable, while: { _, frame in !frame.isStart }) {
                trackStates[track]?.awaitsRandomAccess = true
                wanted.insert(TrackSet(track))
            }
        }
        return wanted
    }

    /// Takes messages from the front, up to the first with which they have `limit` bytes.
    ///
    /// Nothing is taken before a relay has accepted the stream.
    mutating func take(atMost limit: Int) -> Handover {
        var handover = Handover()
        guard var epoch else { return handover }
        if hasPendingTracks {
            hasPendingTracks = false
            if case .tracks = entries.first {} else { announceTracks(in: epoch, &handover) }
        }
        while handover.bytes < limit, let entry = entries.popFirst() {
            switch consume entry {
            case .tracks(let tracks, let beginsEpoch):
                currentTracks = tracks
                if beginsEpoch { epoch = beginEpoch(after: epoch) }
                announceTracks(in: epoch, &handover)
            case .frame(let queued):
                bytes -= queued.frame.payload.readableBytes
                take(consume queued, in: epoch, &handover)
            }
        }
        if entries.isEmpty { announceGaps(in: epoch, &handover) }
        return handover
    }

    private mutating func beginEpoch(after epoch: Epoch) -> Epoch {
        // The last number has no successor. No stream reaches it.
        guard epoch.number < .max else { return epoch }
        let next = Epoch(number: epoch.number + 1, maximumFrameLength: epoch.maximumFrameLength)
        self.epoch = next
        for track in trackStates.keys { trackStates[track]?.nextSequence = nil }
        return next
    }

    private mutating func take(_ queued: consuming QueuedFrame, in epoch: Epoch, _ handover: inout Handover) {
        let track = queued.frame.track
        guard queued.frame.payload.readableBytes <= epoch.maximumFrameLength else {
            refuse(queued, &handover)
            return
        }
        var trackState = trackStates[track, default: PublishTrackState()]
        if let gap = trackState.gap(of: queued.dropped, track, in: epoch.number) { handover.append(.gap(gap)) }
        handover.since = handover.since ?? queued.since
        totals.add(queued.frame, isVideo: trackState.isVideo)
        handover.append(.frame(queued.release().numbered(trackState.number(), in: epoch.number)))
        trackStates[track] = trackState
    }

    /// Drops a frame for which the relay would end the connection, and all frames that need it.
    private mutating func refuse(_ queued: QueuedFrame, _ handover: inout Handover) {
        handover.tooLong.append(queued.frame)
        entries.prepend(.frame(queued))
        bytes += queued.frame.payload.readableBytes
        drop(queued, .tooLong, &handover.wantsKeyFrame)
    }

    private func announceTracks(in epoch: Epoch, _ handover: inout Handover) {
        // Cannot fail: the publisher made a table of the same tracks before it set them in the queue.
        guard let table = try? TrackTable(epoch: epoch.number, tracks: currentTracks) else { return }
        handover.append(.tracks(table))
        handover.announcesTracks = true
    }

    /// Announces frames that were dropped at the very end, after which no frame follows.
    private mutating func announceGaps(in epoch: Epoch, _ handover: inout Handover) {
        for (track, var trackState) in trackStates where trackState.dropped > 0 {
            if let gap = trackState.gap(of: trackState.dropped, track, in: epoch.number) { handover.append(.gap(gap)) }
            trackState.dropped = 0
            trackStates[track] = trackState
        }
    }
}
