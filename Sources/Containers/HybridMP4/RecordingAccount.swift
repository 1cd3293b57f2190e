/// Which frames of a stream a file holds, which it lacks, and when they were captured. For every track, the frames and
/// the gaps are together all frames of the stream in the file's time.
public struct RecordingAccount: Hashable, Sendable {
    /// Frames of a track in a row that are in the file, or that are missing.
    public struct Run: Hashable, Sendable {
        /// The track's number in the file.
        public var track: UInt32
        /// The epoch of the frames.
        public var epoch: UInt32
        /// The sequence number of the first frame.
        public var first: UInt64
        /// How many frames, at least 1.
        public var count: UInt64
        /// Why the frames are missing: the reason of the protocol's gap. `nil` if they are in the file.
        public var gapReason: UInt8?

        /// Describes frames; see the properties.
        public init(track: UInt32, epoch: UInt32, first: UInt64, count: UInt64, gapReason: UInt8? = nil) {
            self.track = track
            self.epoch = epoch
            self.first = first
            self.count = count
            self.gapReason = gapReason
        }

        /// Whether there is such a run.
        var isValid: Bool { count > 0 && !first.addingReportingOverflow(count).overflow }

        fileprivate func isContinued(by next: Run) -> Bool {
            epoch == next.epoch && gapReason == next.gapReason && first &+ count == next.first
                && !count.addingReportingOverflow(next.count).overflow
        }
    }

    /// A time on the file's time line, and the wall clock when what is shown then was captured.
    public struct Anchor: Hashable, Sendable {
        /// A presentation time in microseconds.
        public var mediaTime: Int64
        /// Microseconds since 1970-01-01 UTC.
        public var wallClock: Int64

        /// Describes an anchor.
        public init(mediaTime: Int64, wallClock: Int64) {
            self.mediaTime = mediaTime
            self.wallClock = wallClock
        }
    }

    /// Frames and gaps, in the order in which they came.
    public private(set) var runs: [Run] = []
    /// The wall clock at the beginning, and wherever it moved by 10 ms or more against the time line since.
    public private(set) var anchors: [Anchor] = []
    /// The last run of each track.
    private var last: [UInt32: Int] = [:]

    /// Wall clocks are set, and drift: smaller differences are noise.
    static let anchorTolerance: Int64 = 10_000

    /// An account of nothing.
    public init() {}

    /// Whether it can take no more runs.
    package var isFull: Bool { runs.count >= ContainerLimits.runs }
    /// Whether it has no runs and no anchors.
    package var isEmpty: Bool { runs.isEmpty && anchors.isEmpty }

    /// Adds frames or a gap. Runs of a track that follow one another become one. What cannot be is left out.
    package mutating func add(_ run: Run) {
        guard run.isValid else { return }
        if let index = last[run.track], runs[index].isContinued(by: run) {
            runs[index].count += run.count
        } else if !isFull {
            last[run.track] = runs.count
            runs.append(run)
        }
    }

    /// Adds an anchor if the wall clock has moved since the last one.
    ///
    /// - Returns: Whether it was added.
    @discardableResult
    mutating func add(_ anchor: Anchor) -> Bool {
        guard anchors.count < ContainerLimits.anchors else { return false }
        if let last = anchors.last {
            // Hostile times may overflow; any result will do then.
            let moved = (anchor.wallClock &- anchor.mediaTime) &- (last.wallClock &- last.mediaTime)
            guard moved.magnitude >= UInt64(Self.anchorTolerance) else { return false }
        }
        anchors.append(anchor)
        return true
    }

    /// How many of a track's samples were recorded before, in another file (``ContainerFrame/isPreroll``): those that the
    /// account does not count. They are the first ones.
    func prerollCount(of track: UInt32, samples: Int) -> Int {
        let recorded = runs.reduce(UInt64(0)) { sum, run in
            run.track == track && run.gapReason == nil ? sum &+ run.count : sum
        }
        // An account that is full does not count all.
        return isFull || recorded == 0 ? 0 : samples - Int(clamping: min(recorded, UInt64(samples)))
    }

    /// Adds another account that follows this one.
    package mutating func add(_ other: RecordingAccount) {
        for run in other.runs { add(run) }
        for anchor in other.anchors { add(anchor) }
    }
}
