import NIOCore
import StreamProtocol

/// What waits to be sent, in order, and the rule by which it is thinned when it gets too much.
///
/// Video is left out from one frame up to the next random access point, never a single frame that others need. What is
/// left out within an epoch takes its sequence numbers and is announced by a gap. An epoch begins with the first frame
/// sent in it, whatever was left out before.
///
/// A value without I/O and without a clock.
struct PublishQueue: Sendable {
    /// What became of a frame.
    struct Admission: Hashable {
        var isQueued: Bool
        /// Tracks that from now on wait for a random access point.
        var wantsKeyFrame: TrackSet = []
    }

    /// What to send next.
    struct Batch: Sendable {
        var buffers: [ByteBuffer] = []
        var bytes = 0
        /// When the oldest frame in it was offered.
        var since: ContinuousClock.Instant?
        var wantsKeyFrame: TrackSet = []
        /// Frames that the relay would not take.
        var tooLong: [OutgoingFrame] = []

        mutating func append(_ message: Message) {
            let buffer = message.encoded()
            bytes += buffer.readableBytes
            buffers.append(buffer)
        }
    }

    private enum Entry {
        case tracks([Track], beginsEpoch: Bool)
        case frame(Waiting)
    }

    private struct Waiting {
        private(set) var frame: OutgoingFrame
        /// Frames of the same track that were left out just before this one.
        var leftOut: UInt64
        let since: ContinuousClock.Instant

        /// Gives the frame away with all there is of its payload, which then need not be copied to be sent.
        mutating func release() -> OutgoingFrame {
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
    private var lanes: [TrackID: PublishLane] = [:]
    private var known: TrackSet = []
    /// What each track was since the last epoch began that ``setTracks(_:beginningEpoch:)`` knows of.
    private var kinds: [TrackID: TrackKind] = [:]
    private var epoch: Epoch?
    /// The tracks that the frames at the front of the queue belong to.
    private var currentTracks: [Track] = []
    private var owesTracks = false
    /// Bytes of payload that wait.
    private(set) var bytes = 0

    init(limits: PublishLimits) {
        self.limits = limits
    }

    /// Whether nothing waits.
    var isEmpty: Bool { entries.isEmpty && !owesTracks && !lanes.values.contains { $0.owesGap } }

    /// When the oldest frame that waits was offered.
    var oldest: ContinuousClock.Instant? { firstFrame()?.since }

    /// Whether a frame of this length fits; one frame always does.
    func hasRoom(for length: Int) -> Bool { bytes == 0 || bytes + length <= limits.bytes }

    /// Whether the tracks last set have this one.
    func knows(_ track: TrackID) -> Bool { known.contains(TrackSet(track)) }
}

// MARK: What comes in

extension PublishQueue {
    /// Announces the tracks of the frames that follow, which begin an epoch if so wished, or where a track has another
    /// kind than before: video at a random access point.
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
            lanes[track.id, default: PublishLane()].isVideo = track.kind == .video
            if beginsEpoch { lanes[track.id]?.awaitsRandomAccess = true }
        }
    }

    /// Appends a frame whatever waits already; whoever can wait looks at ``hasRoom(for:)`` first.
    mutating func append(_ frame: OutgoingFrame, at now: ContinuousClock.Instant) -> Admission {
        var lane = lanes[frame.track, default: PublishLane()]
        defer { lanes[frame.track] = lane }
        guard !lane.refuses(frame) else {
            lane.leftOut += 1
            return Admission(isQueued: false)
        }
        lane.awaitsRandomAccess = false
        if frame.isRandomAccess { lane.wantsNewer = false }
        entries.append(.frame(Waiting(frame: frame, leftOut: lane.leftOut, since: now)))
        lane.leftOut = 0
        bytes += frame.payload.readableBytes
        return Admission(isQueued: true)
    }

    /// Appends a frame, and leaves out older ones, or this one, where there would be too much.
    mutating func offer(_ frame: OutgoingFrame, at now: ContinuousClock.Instant) -> Admission {
        var wanted: TrackSet = []
        if lanes[frame.track]?.refuses(frame) != true {
            wanted = thin(for: frame, at: now)
        }
        var admission = append(frame, at: now)
        // A random access point that comes just now needs no asking for.
        if frame.isRandomAccess { wanted.remove(TrackSet(frame.track)) }
        admission.wantsKeyFrame = wanted
        return admission
    }

    /// Counts a frame that cannot be sent at all, and leaves out those that come after it and need it.
    mutating func refuse(_ frame: OutgoingFrame) -> Admission {
        var lane = lanes[frame.track, default: PublishLane()]
        defer { lanes[frame.track] = lane }
        lane.leftOut += 1
        guard lane.isVideo, !lane.awaitsRandomAccess else { return Admission(isQueued: false) }
        lane.awaitsRandomAccess = true
        return Admission(isQueued: false, wantsKeyFrame: TrackSet(frame.track))
    }

    /// Makes room for a frame, at the cost of video first, and leaves out what is too old.
    ///
    /// The newest random access point stays, however old, until there is another: on an uplink that takes nothing for
    /// longer than a frame may wait, one after the other would go before its turn came, and viewers would never see a
    /// picture again.
    private mutating func thin(for frame: OutgoingFrame, at now: ContinuousClock.Instant) -> TrackSet {
        var wanted: TrackSet = []
        while !hasRoom(for: frame.payload.readableBytes), let victim = firstFrame(where: isVideo) ?? firstFrame() {
            leaveOut(victim, &wanted)
        }
        var spared: TrackSet = []
        while let oldest = firstFrame(where: { !spared.contains(TrackSet($0.track)) }), now - oldest.since > limits.age
        {
            let track = oldest.frame.track
            guard beginsTheNewestGroup(oldest.frame, before: frame) else {
                leaveOut(oldest, &wanted)
                continue
            }
            spared.insert(TrackSet(track))
            guard lanes[track]?.wantsNewer == false else { continue }
            lanes[track]?.wantsNewer = true
            wanted.insert(TrackSet(track))
        }
        return wanted
    }

    /// Whether this is video's newest random access point, with `next` about to be appended.
    private func beginsTheNewestGroup(_ frame: OutgoingFrame, before next: OutgoingFrame) -> Bool {
        guard isVideo(frame), frame.isRandomAccess, next.track != frame.track || !next.isRandomAccess else {
            return false
        }
        let points = entries.lazy.filter { entry in
            guard case .frame(let waiting) = entry else { return false }
            return waiting.frame.track == frame.track && waiting.frame.isRandomAccess
        }
        return points.dropFirst().isEmpty
    }

    private func isVideo(_ frame: OutgoingFrame) -> Bool { lanes[frame.track]?.isVideo == true }

    private func firstFrame(where isWanted: (OutgoingFrame) -> Bool = { _ in true }) -> Waiting? {
        for case .frame(let waiting) in entries where isWanted(waiting.frame) { return waiting }
        return nil
    }

    private mutating func leaveOut(_ victim: Waiting, _ wanted: inout TrackSet) {
        let track = victim.frame.track
        let isVideo = isVideo(victim.frame)
        let goesOn = removeFrames(of: track) { count, frame in
            count == 0 || (isVideo && !frame.isRandomAccess)
        }
        if isVideo && !goesOn {
            lanes[track]?.awaitsRandomAccess = true
            wanted.insert(TrackSet(track))
        }
    }

    /// Leaves out a track's frames from the front on, as long as `condition` holds, and keeps count.
    ///
    /// - Parameter condition: Is given how many were left out so far.
    /// - Returns: Whether a frame of the track remains.
    private mutating func removeFrames(of track: TrackID, while condition: (Int, OutgoingFrame) -> Bool) -> Bool {
        var kept = CircularBuffer<Entry>(initialCapacity: entries.count)
        var removed = 0
        var leftOut: UInt64 = 0
        var isOver = false
        for entry in entries {
            guard case .frame(var waiting) = entry, waiting.frame.track == track, !isOver else {
                kept.append(entry)
                continue
            }
            leftOut += waiting.leftOut
            if condition(removed, waiting.frame) {
                removed += 1
                leftOut += 1
                bytes -= waiting.frame.payload.readableBytes
            } else {
                isOver = true
                waiting.leftOut = leftOut
                kept.append(.frame(waiting))
            }
        }
        if !isOver { lanes[track, default: PublishLane()].leftOut += leftOut }
        entries = kept
        return isOver
    }
}

// MARK: What goes out

extension PublishQueue {
    /// A relay takes the stream: numbers start again, and on all connections but the first, video at a random access
    /// point, because what a lost connection held nobody has.
    ///
    /// - Returns: The video tracks of which no random access point waits.
    mutating func begin(_ welcome: Welcome) -> TrackSet {
        let isReturn = epoch != nil
        epoch = Epoch(number: welcome.epoch, maximumFrameLength: Int(welcome.maximumFrameLength))
        owesTracks = !currentTracks.isEmpty
        var wanted: TrackSet = []
        for (track, lane) in lanes {
            lanes[track]?.nextSequence = nil
            guard isReturn, lane.isVideo else { continue }
            if !removeFrames(of: track, while: { _, frame in !frame.isRandomAccess }) {
                lanes[track]?.awaitsRandomAccess = true
                wanted.insert(TrackSet(track))
            }
        }
        return wanted
    }

    /// Takes messages from the front, up to the first with which they have `limit` bytes.
    ///
    /// Before a relay has said that it takes the stream, there is nothing to take.
    mutating func take(atMost limit: Int) -> Batch {
        var batch = Batch()
        guard var epoch else { return batch }
        if owesTracks {
            owesTracks = false
            if case .tracks = entries.first {} else { announceTracks(in: epoch, &batch) }
        }
        while batch.bytes < limit, let entry = entries.popFirst() {
            switch consume entry {
            case .tracks(let tracks, let beginsEpoch):
                currentTracks = tracks
                if beginsEpoch { epoch = beginEpoch(after: epoch) }
                announceTracks(in: epoch, &batch)
            case .frame(let waiting):
                bytes -= waiting.frame.payload.readableBytes
                take(consume waiting, in: epoch, &batch)
            }
        }
        if entries.isEmpty { announceGaps(in: epoch, &batch) }
        return batch
    }

    private mutating func beginEpoch(after epoch: Epoch) -> Epoch {
        // There is none after the last, which nobody reaches in earnest.
        guard epoch.number < .max else { return epoch }
        let next = Epoch(number: epoch.number + 1, maximumFrameLength: epoch.maximumFrameLength)
        self.epoch = next
        for track in lanes.keys { lanes[track]?.nextSequence = nil }
        return next
    }

    private mutating func take(_ waiting: consuming Waiting, in epoch: Epoch, _ batch: inout Batch) {
        let track = waiting.frame.track
        guard waiting.frame.payload.readableBytes <= epoch.maximumFrameLength else {
            refuse(waiting, &batch)
            return
        }
        var lane = lanes[track, default: PublishLane()]
        if let gap = lane.gap(of: waiting.leftOut, track, in: epoch.number) { batch.append(.gap(gap)) }
        batch.since = batch.since ?? waiting.since
        batch.append(.frame(waiting.release().numbered(lane.number(), in: epoch.number)))
        lanes[track] = lane
    }

    /// Leaves out a frame that the relay would end the connection for, and all that need it.
    private mutating func refuse(_ waiting: Waiting, _ batch: inout Batch) {
        batch.tooLong.append(waiting.frame)
        entries.prepend(.frame(waiting))
        bytes += waiting.frame.payload.readableBytes
        leaveOut(waiting, &batch.wantsKeyFrame)
    }

    private func announceTracks(in epoch: Epoch, _ batch: inout Batch) {
        // Cannot fail: the publisher made a table of the same tracks before it gave them to the queue.
        guard let table = try? TrackTable(epoch: epoch.number, tracks: currentTracks) else { return }
        batch.append(.tracks(table))
    }

    /// What was left out at the very end need not wait for a frame that follows.
    private mutating func announceGaps(in epoch: Epoch, _ batch: inout Batch) {
        for (track, var lane) in lanes where lane.leftOut > 0 {
            if let gap = lane.gap(of: lane.leftOut, track, in: epoch.number) { batch.append(.gap(gap)) }
            lane.leftOut = 0
            lanes[track] = lane
        }
    }
}
