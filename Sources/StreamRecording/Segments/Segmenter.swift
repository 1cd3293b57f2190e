import Containers
import DequeModule
import StreamMedia
import StreamProtocol

/// Decides which frames of a stream go into which file, and accounts for all of them.
///
/// Each frame that it takes becomes one of the recorded frames of a file, or a part of a gap. Gaps while no file is open
/// go into the next one. If the disk fails, the frames that may not have reached it become a gap, and the file is cut
/// before them.
///
/// A file ends at the first start frame of the leading track after its time, and where a file cannot go on: other
/// parameter sets, other tracks, another stream instance, full tables.
///
/// The value does no I/O and reads no clock:
///
///     segmenter.take(input)
///     while let action = segmenter.next(at: now) {
///         if perform(action) { segmenter.succeeded() } else { segmenter.failed(at: now) }
///     }
struct Segmenter: Sendable {
    /// How long a part waits for its end, in microseconds: 0.5 s. A crash costs a second at most, from the capture on:
    /// the rest is for the encoder, the way here with 0.1 s in the relay, and the write on a busy machine.
    static let flushTime: Int64 = 500_000
    /// The time without a frame after which a file ends, in microseconds: a minute.
    static let idleTime: Int64 = 60_000_000
    /// How far the time of capture may be from the wall clock to be believed, in microseconds: 10 minutes. It names the
    /// files, which the retention deletes by their names, so that publishers must not choose it.
    static let believedSkew: Int64 = 600_000_000

    enum Phase: Hashable {
        /// No file is open.
        case waiting
        case recording
        /// The last write of the file, or its entry into the journal, is on its way.
        case finishing
        /// A write failed; the file waits for its repair.
        case damaged
    }

    let segmentDuration: Int64
    /// Identifies the time line.
    let line: UInt64
    var phase = Phase.waiting
    var segment: OpenSegment?
    var ledger: RecordingLedger
    var tracks = RecordingTracks()
    var held = HeldFrames()
    var items: Deque<RecordingItem> = []
    var actions: Deque<RecordingAction> = []
    /// Tracks whose time line has a break before their next frame.
    var broken: Set<TrackID> = []
    var placement = H264Description.ParameterSetPlacement.sampleEntry
    /// The next file may begin with any frame.
    var beginsAnywhere = false
    private var preroll = PrerollBuffer()

    private var streamInstance: UInt64?
    private var timeline = StreamTimeline()
    private var epoch: UInt32?
    private var backoff = RetryBackoff()
    /// An action failed. Until this time, by the clock that is never set, frames become gaps.
    private var blockedUntil: Int64?

    /// Starts before the first frame.
    ///
    /// - Parameters:
    ///   - segmentDuration: After how many microseconds a file ends.
    ///   - line: A number that no other segmenter has.
    ///   - resume: What was recorded before.
    ///   - resumeReason: Why frames since then are missing.
    init(
        segmentDuration: Int64,
        line: UInt64 = 0,
        resume: [ResumePoint] = [],
        resumeReason: Gap.Reason = .disconnected
    ) {
        self.segmentDuration = segmentDuration
        self.line = line
        ledger = RecordingLedger(resume: resume, reason: resumeReason)
    }

    /// What has been accounted for.
    var position: ResumePoint? { ledger.position }

    /// Takes the next input. Its actions follow from ``next(at:)``.
    mutating func take(_ input: RecordingInput) { items.append(.input(input)) }

    /// Whether everything is done.
    var isSettled: Bool { items.isEmpty && actions.isEmpty && segment == nil }

    /// When ``next(at:)`` has something to do without an input, by the clock that is never set.
    var deadline: Int64? {
        if let blockedUntil { return blockedUntil }
        if let time = held.deadline { return time }
        guard let segment, phase == .recording else { return nil }
        let idle = segment.lastArrival.monotonic + Self.idleTime
        return min(idle, segment.partDue ?? idle)
    }

    /// The next action; `nil` until more inputs come, or until ``deadline``.
    mutating func next(at now: Moment) -> RecordingAction? {
        if let time = blockedUntil {
            guard now.monotonic >= time else {
                skip()
                return nil
            }
            blockedUntil = nil
        }
        if phase == .damaged, actions.isEmpty, let segment { actions.append(.repair(length: segment.durableLength)) }
        while actions.isEmpty, phase == .waiting || phase == .recording, let item = items.popFirst() { process(item) }
        if actions.isEmpty { wake(at: now) }
        return actions.first
    }

    /// Does what is due without an input.
    private mutating func wake(at now: Moment) {
        if let time = held.deadline, now.monotonic >= time { return begin() }
        guard phase == .recording, let segment else { return }
        if now.monotonic >= segment.lastArrival.monotonic + Self.idleTime { return finish() }
        if let due = segment.partDue, now.monotonic >= due { flush() }
    }

    // MARK: Inputs

    private mutating func process(_ item: RecordingItem) {
        switch item {
        case .frame(let placed, let frame, let moment): record(placed, frame, moment)
        case .missing(let gap): miss(gap)
        case .input(.instance(let instance)):
            guard instance != streamInstance else { return }
            if phase == .recording || !held.isEmpty { finish(before: item) } else { begin(instance) }
        case .input(.tracks(let table)): follow(table)
        case .input(.gap(let gap)): take(gap)
        case .input(.frame(let frame, let moment)): take(frame, moment)
        case .input(.end):
            if phase == .recording || !held.isEmpty { return finish(before: item) }
            if let missed = ledger.takeMissed() { actions.append(.missed(missed)) }
        }
    }

    /// Takes inputs while the disk fails.
    private mutating func skip() {
        while let item = items.popFirst() {
            switch item {
            case .frame(let placed, let frame, _): if !placed.isPreroll { skip(frame) }
            case .missing(let gap): miss(gap)
            case .input(.frame(let frame, _)): if admit(frame.header) { skip(frame) }
            case .input(.instance(let instance)): if instance != streamInstance { begin(instance) }
            case .input(.tracks(let table)): follow(table)
            case .input(.gap(let gap)): take(gap)
            case .input(.end): return items.prepend(item)
            }
        }
    }

    private mutating func skip(_ frame: Frame) {
        breakTrack(frame.header.track)
        miss(frame.header, .storage)
    }

    private mutating func begin(_ instance: UInt64) {
        if let missed = ledger.begin(instance) { actions.append(.missed(missed)) }
        streamInstance = instance
        timeline.beginInstance()
        epoch = nil
    }

    private mutating func follow(_ table: TrackTable) {
        tracks.follow(table)
        let stated = segment?.writer.tracks ?? []
        // A video track is compared when it has a frame.
        let isNew = tracks.containerTracks.contains { !$0.isVideo && !stated.contains($0) }
        if isNew { segment?.isOutdated = true }
    }

    private mutating func take(_ gap: Gap) {
        for gap in ledger.admit(gap) {
            breakTrack(gap.track)
            miss(gap)
        }
    }

    private mutating func admit(_ header: FrameHeader) -> Bool {
        let (isNew, missing) = ledger.admit(header)
        if let missing { miss(missing) }
        return isNew
    }

    private mutating func take(_ frame: Frame, _ moment: Moment) {
        let header = frame.header
        guard admit(header) else {
            // Until the first new frame, all are of one epoch.
            if header.track == tracks.leading { preroll.append(frame, moment) }
            return
        }
        guard tracks[header.track] != nil else { return miss(header, .unsupported) }
        if epoch != header.epoch {
            epoch = header.epoch
            tracks.breakAll()
        }
        if phase == .waiting, tracks.needsEarlier(header) {
            let earlier = preroll.take(before: header)
            guard earlier.isEmpty else {
                // This frame follows, and can be decoded then.
                var next: [RecordingItem] = []
                for (frame, moment) in earlier {
                    var placed = place(frame.header, moment)
                    placed.isPreroll = true
                    _ = tracks.accepts(frame.header)
                    next.append(.frame(placed, frame, moment))
                }
                items.prepend(contentsOf: next + [.input(.frame(frame, moment))])
                return
            }
        }
        let placed = place(header, moment)
        guard tracks.accepts(header) else { return miss(header, .undecodable) }
        record(placed, frame, moment)
    }

    /// The place of a frame on the time line.
    private mutating func place(_ header: FrameHeader, _ moment: Moment) -> ContainerFrame {
        let place = timeline.place(header, arrival: moment.monotonic)
        if place.isDiscontinuous { broken.insert(header.track) }
        let skew = header.captureTime &- moment.wall
        let isBelieved = header.captureTime > 0 && skew.magnitude <= UInt64(Self.believedSkew)
        return ContainerFrame(
            track: header.track.containerTrack,
            decodeTime: place.decodeTime,
            presentationTime: place.presentationTime,
            captureTime: isBelieved ? header.captureTime : 0,
            isSync: header.flags.contains(.randomAccess),
            isDiscardable: header.flags.contains(.discardable),
            isDiscontinuous: broken.remove(header.track) != nil
        )
    }

    mutating func breakTrack(_ track: TrackID) {
        tracks.breakTrack(track)
        broken.insert(track)
    }

    // MARK: Results

    /// The last action succeeded.
    ///
    /// - Parameter repaired: What a repair left in the file; `nil` for other actions, and if nothing is left.
    mutating func succeeded(repaired: RepairedSegment? = nil) {
        let action = actions.popFirst()
        backoff = RetryBackoff()
        switch action {
        case .write(let write):
            segment?.commit(write)
            if phase == .finishing, actions.isEmpty, let segment {
                actions.append(.finished(segment.report(bytes: write.length)))
            }
        case .repair:
            guard let repaired, var segment else { return abandon() }
            segment.parts = repaired.parts
            actions.append(.finished(segment.report(bytes: repaired.bytes)))
            phase = .finishing
        case .finished:
            segment = nil
            phase = .waiting
        case .create, .missed, nil: break
        }
    }

    /// The last action failed. A file that was to be written is cut after its last part that succeeded.
    ///
    /// - Parameter fileIsGone: Whether the open file does not exist any more.
    mutating func failed(at now: Moment, fileIsGone: Bool = false) {
        guard let action = actions.first else { return }
        blockedUntil = now.monotonic + backoff.next()
        switch action {
        case .finished, .missed: break
        case .create: abandon()
        case .write, .repair:
            guard !fileIsGone, let segment, segment.durableLength > 0 else { return abandon() }
            removeFileActions()
            lose(segment.written, segment.unwritten)
            self.segment?.written = RecordingAccount()
            self.segment?.unwritten = RecordingAccount()
            phase = .damaged
        }
    }

    /// Nothing of the file is left.
    private mutating func abandon() {
        removeFileActions()
        if let segment {
            let isEarlier = segment.start.streamInstance != streamInstance
            if isEarlier, !segment.durable.runs.isEmpty {
                // Its gaps so far are in the journal.
                let spans = segment.durable.spans.map(\.allMissing)
                actions.append(.missed(MissedFrames(streamInstance: segment.start.streamInstance, spans: spans)))
            } else {
                lose(segment.durable, segment.written, segment.unwritten)
            }
        }
        segment = nil
        phase = .waiting
    }

    private mutating func lose(_ accounts: RecordingAccount...) {
        for account in accounts { ledger.lose(account) }
        for track in tracks.usable { breakTrack(track.id) }
    }

    private mutating func removeFileActions() {
        actions.removeAll { if case .missed = $0 { false } else { true } }
    }
}

/// What a repair left in a file.
struct RepairedSegment: Hashable, Sendable {
    var bytes: UInt64
    var parts: [HybridMP4Writer.Part]
}

/// The pauses between attempts to write.
struct RetryBackoff: Hashable, Sendable {
    /// 1 s at first, 30 s at most, in microseconds.
    private static let range: ClosedRange<Int64> = 1_000_000...30_000_000
    private var pause = range.lowerBound

    /// The next pause, in microseconds.
    mutating func next() -> Int64 {
        defer { pause = min(2 * pause, Self.range.upperBound) }
        return pause
    }
}
