import Containers
import DequeModule
import NIOCore
import StreamMedia
import StreamProtocol

extension Segmenter {
    /// A file that lasts less, in microseconds, because of new parameter sets is followed by one that holds them in its
    /// samples: 10 s. Streams that change them all the time must not fill the disk with files.
    static let shortestDuration: Int64 = 10_000_000

    /// Records a frame, or ends the file before it.
    mutating func record(_ placed: ContainerFrame, _ frame: Frame, _ moment: Moment) {
        guard phase == .recording, let segment else { return hold(placed, frame, moment) }
        let header = frame.header
        guard segment.contains(header.track) else {
            if header.flags.isStart { tracks.describe(by: frame, placement) }
            let isVideo = tracks[header.track]?.kind == .video
            let isDescribed = tracks.containerTracks.contains { $0.id == placed.track }
            if isVideo, isDescribed, header.flags.isStart { return finish(before: .frame(placed, frame, moment)) }
            if isDescribed { self.segment?.isOutdated = true }
            breakTrack(header.track)
            return miss(header, .unsupported)
        }
        if let range = segment.range, header.track == tracks.leading, header.flags.isStart {
            let isDue = placed.decodeTime - range.first >= segmentDuration
            if isDue { placement = .sampleEntry }
            if isDue || segment.isOutdated { return finish(before: .frame(placed, frame, moment)) }
        }
        append(placed, frame, moment)
    }

    private mutating func append(_ placed: ContainerFrame, _ frame: Frame, _ moment: Moment) {
        let header = frame.header
        let payload = frame.payload
        let outcome = segment?.writer.append(
            placed,
            payload.readableBytesSpan,
            epoch: header.epoch,
            sequence: header.sequence
        )
        switch outcome {
        case .added(let written):
            write(written)
            segment?.note(placed, header, moment)
            if !placed.isPreroll { ledger.note(recorded: header) }
        case .needsInitialization where segment?.range != nil:
            if (segment?.duration ?? 0) < Self.shortestDuration { placement = .samples }
            if !header.flags.isStart { tracks.placeSetsInSamples(of: header.track) }
            beginsAnywhere = true
            finish(before: .frame(placed, frame, moment))
        case .isFull where segment?.range != nil:
            beginsAnywhere = true
            finish(before: .frame(placed, frame, moment))
        case .needsInitialization, .isFull, .unusable, nil:
            breakTrack(header.track)
            if !placed.isPreroll { miss(header, .undecodable) }
        }
    }

    /// Holds a frame until a file can begin.
    private mutating func hold(_ placed: ContainerFrame, _ frame: Frame, _ moment: Moment) {
        if frame.header.flags.isStart { tracks.describe(by: frame, placement) }
        held.append(placed, frame, moment, isLeading: frame.header.track == tracks.leading)
        if !placed.isPreroll, beginsAnywhere || held.isComplete(tracks, at: moment.monotonic) { begin() }
    }

    /// Begins a file with the frames that are held.
    mutating func begin() {
        let waiting = held
        (held, beginsAnywhere) = (HeldFrames(), false)
        let frames = waiting.frames
        // The time of a file is that of its first frame that no other file holds.
        guard let first = frames.first(where: { !$0.placed.isPreroll }) ?? frames.first,
            let instance = position?.streamInstance
        else { return }
        let time = first.placed.captureTime > 0 ? first.placed.captureTime : first.moment.wall
        var writer: HybridMP4Writer
        do throws(ContainerError) {
            writer = try HybridMP4Writer(tracks: tracks.containerTracks, captureTime: time)
        } catch {
            // No track can be described.
            for item in waiting.items {
                switch item {
                case .frame(let placed, let frame, _): if !placed.isPreroll { miss(frame.header, .unsupported) }
                case .missing(let gap): miss(gap)
                case .input: break
                }
            }
            return
        }
        let start = SegmentStart(
            time: time,
            streamInstance: instance,
            line: line,
            initializationSegment: writer.initializationSegment
        )
        let steps = writer.start()
        segment = OpenSegment(writer, start, at: first.moment)
        phase = .recording
        actions.append(.create(start))
        actions.append(.write(SegmentWrite(steps: steps, length: writer.length)))
        items.prepend(contentsOf: waiting.items)
        for run in ledger.takeGaps() { add(run) }
    }

    /// Finishes the file; the item follows when that is done.
    mutating func finish(before item: RecordingItem? = nil) {
        if let item { items.prepend(item) }
        guard phase == .recording else { return begin() }
        flush()
        let steps = segment?.writer.finish().steps ?? []
        actions.append(.write(SegmentWrite(steps: steps, length: steps.endOfWrites)))
        phase = .finishing
    }

    /// Writes the current part.
    mutating func flush() {
        if let written = segment?.writer.flush() { write(written) }
    }

    private mutating func write(_ written: HybridMP4Writer.Written) {
        guard !written.steps.isEmpty, let length = segment?.writer.length else { return }
        segment?.beginWrite()
        actions.append(.write(SegmentWrite(steps: written.steps, length: length, part: written.part)))
    }

    // MARK: Gaps

    mutating func miss(_ header: FrameHeader, _ reason: Gap.Reason) {
        miss(Gap(track: header.track, reason: reason, epoch: header.epoch, first: header.sequence, count: 1))
    }

    /// Accounts for frames that are missing.
    mutating func miss(_ gap: Gap) {
        guard held.isEmpty else { return held.append(gap) }
        ledger.note(missing: gap)
        add(
            RecordingAccount.Run(
                track: gap.track.containerTrack,
                epoch: gap.epoch,
                first: gap.first,
                count: gap.count,
                gapReason: gap.reason.rawValue
            )
        )
    }

    /// Adds a gap to the file, or keeps it for the next one.
    private mutating func add(_ run: RecordingAccount.Run) {
        let isAdded =
            phase == .recording
            && segment?.writer.addGap(
                track: run.track,
                epoch: run.epoch,
                first: run.first,
                count: run.count,
                reason: run.gapReason ?? 0
            ) ?? false
        if isAdded { segment?.note(run) } else { ledger.keep(run) }
    }
}

extension [FileStep] {
    /// Where the last byte that they write ends.
    fileprivate var endOfWrites: UInt64 {
        reduce(0) { end, step in
            guard case .write(let bytes, let offset) = step else { return end }
            return Swift.max(end, offset + UInt64(bytes.count))
        }
    }
}
