import Containers
import StreamProtocol

/// Which frames of a stream have been accounted for, and the gaps that no file holds yet.
struct RecordingLedger: Sendable {
    /// What has been accounted for of the current stream instance; `nil` before the first one.
    private(set) var position: ResumePoint?
    /// Gaps that no file holds yet.
    private var gaps = RecordingAccount()
    /// What was accounted for before, by stream instance.
    private let earlier: [ResumePoint]
    /// What was accounted for before of the current instance; each track's position counts once.
    private var resume: ResumePoint?
    private let reason: Gap.Reason
    /// Frames in files, and frames that are missing, of all tracks.
    private(set) var recorded: UInt64 = 0
    private(set) var missing: UInt64 = 0

    /// - Parameters:
    ///   - resume: What was recorded before.
    ///   - reason: Why frames since then are missing.
    init(resume: [ResumePoint], reason: Gap.Reason) {
        earlier = resume
        self.reason = reason
    }

    /// The frames that follow are of another stream instance.
    ///
    /// - Returns: What is left of the one before.
    mutating func begin(_ instance: UInt64) -> MissedFrames? {
        let missed = takeMissed()
        if position?.streamInstance != instance {
            resume = earlier.first { $0.streamInstance == instance }
            position = resume ?? ResumePoint(streamInstance: instance)
        }
        return missed
    }

    /// Finds out whether a frame is new, and which frames are missing before it.
    mutating func admit(_ header: FrameHeader) -> (isNew: Bool, missing: Gap?) {
        guard let known = resume?.take(header.track.rawValue) else { return (true, nil) }
        guard (header.epoch, header.sequence) >= (known.epoch, known.next) else {
            resume?.note(track: header.track.rawValue, epoch: known.epoch, next: known.next)
            return (false, nil)
        }
        return (true, header.epoch == known.epoch ? missing(header.track, known, before: header.sequence) : nil)
    }

    /// The part of a gap that is new, after the frames that are missing before it.
    mutating func admit(_ gap: Gap) -> [Gap] {
        guard let known = resume?.take(gap.track.rawValue), gap.epoch <= known.epoch else { return [gap] }
        let end = gap.first &+ gap.count
        guard gap.epoch == known.epoch, end > known.next else {
            resume?.note(track: gap.track.rawValue, epoch: known.epoch, next: known.next)
            return []
        }
        var news = gap
        news.first = max(gap.first, known.next)
        news.count = end - news.first
        return [missing(gap.track, known, before: gap.first), news].compactMap(\.self)
    }

    private func missing(_ track: TrackID, _ known: ResumePoint.Position, before sequence: UInt64) -> Gap? {
        guard sequence > known.next else { return nil }
        return Gap(track: track, reason: reason, epoch: known.epoch, first: known.next, count: sequence - known.next)
    }

    /// Takes note of a frame that a file holds.
    mutating func note(recorded header: FrameHeader) {
        recorded &+= 1
        position?.note(track: header.track.rawValue, epoch: header.epoch, next: header.sequence &+ 1)
    }

    /// Takes note of frames that are missing.
    mutating func note(missing gap: Gap) {
        missing &+= gap.count
        position?.note(track: gap.track.rawValue, epoch: gap.epoch, next: gap.first &+ gap.count)
    }

    /// Keeps a gap for the next file.
    mutating func keep(_ run: RecordingAccount.Run) { gaps.add(run) }

    /// Frames that a file was to hold become gaps.
    mutating func lose(_ account: RecordingAccount) {
        for var run in account.runs {
            if run.gapReason == nil {
                recorded &-= run.count
                missing &+= run.count
            }
            run.gapReason = run.gapReason ?? Gap.Reason.storage.rawValue
            gaps.add(run)
        }
    }

    /// The gaps that no file holds yet.
    mutating func takeGaps() -> [RecordingAccount.Run] {
        defer { gaps = RecordingAccount() }
        return gaps.runs
    }

    /// The gaps for the journal; `nil` if there are none.
    mutating func takeMissed() -> MissedFrames? {
        defer { gaps = RecordingAccount() }
        guard let position, !gaps.runs.isEmpty else { return nil }
        return MissedFrames(streamInstance: position.streamInstance, spans: gaps.spans)
    }
}
