import Containers
import StreamMedia
import StreamProtocol

/// The file that a recording writes.
struct OpenSegment: Sendable {
    let start: SegmentStart
    var writer: HybridMP4Writer
    /// The parts that are on the disk.
    var parts: [HybridMP4Writer.Part] = []
    /// The bytes that are on the disk.
    var durableLength: UInt64 = 0
    /// The frames and gaps that are on the disk; those that are being written; and those that are not.
    var durable = RecordingAccount()
    var written = RecordingAccount()
    var unwritten = RecordingAccount()
    /// When the next part is to be written, by a clock that is never set; `nil` while it has no frame.
    private(set) var partDue: Int64?
    /// The decode time of its first frame.
    private var partStart: Int64?
    /// The decode times of its first and last frame.
    var range: (first: Int64, last: Int64)?
    /// When its last frame arrived, by both clocks.
    var lastArrival: Moment
    /// Whether a track waits for the next file.
    var isOutdated = false

    init(_ writer: HybridMP4Writer, _ start: SegmentStart, at moment: Moment) {
        self.writer = writer
        self.start = start
        lastArrival = moment
    }

    /// Decoded time so far, in microseconds.
    var duration: Int64 { range.map { $0.last - $0.first } ?? 0 }

    /// Whether the file holds the track.
    func contains(_ track: TrackID) -> Bool { writer.tracks.contains { $0.id == track.containerTrack } }

    /// Takes note of a gap.
    mutating func note(_ run: RecordingAccount.Run) { unwritten.add(run) }

    /// Takes note of a frame that its writer has taken.
    ///
    /// - Parameter frame: On the recording's time line.
    mutating func note(_ frame: ContainerFrame, _ header: FrameHeader, _ moment: Moment) {
        lastArrival = moment
        expectPart(with: frame, moment)
        guard !frame.isPreroll else { return }
        note(.init(track: frame.track, epoch: header.epoch, first: header.sequence, count: 1))
        let time = frame.decodeTime
        range = (min(range?.first ?? time, time), max(range?.last ?? time, time))
    }

    /// A part is due so long after its first frame, as if all had come in their time: those of a history come at once,
    /// and the first one is then older than it looks.
    private mutating func expectPart(with frame: ContainerFrame, _ moment: Moment) {
        let start = partStart ?? frame.decodeTime
        let age = min(max(0, frame.decodeTime - start), Segmenter.flushTime)
        partDue = min(partDue ?? .max, moment.monotonic + Segmenter.flushTime - age)
        partStart = start
    }

    /// Takes note that everything so far is being written.
    mutating func beginWrite() {
        written.add(unwritten)
        unwritten = RecordingAccount()
        (partDue, partStart) = (nil, nil)
    }

    /// The write has succeeded.
    mutating func commit(_ write: SegmentWrite) {
        durable.add(written)
        written = RecordingAccount()
        durableLength = write.length
        if let part = write.part { parts.append(part) }
    }

    /// The report of a file with this content.
    func report(bytes: UInt64) -> SegmentReport {
        SegmentReport(
            streamInstance: start.streamInstance,
            start: start.time,
            end: start.time + duration,
            duration: duration,
            bytes: bytes,
            spans: durable.spans,
            line: start.line,
            preroll: max(0, (range?.first ?? 0) - (parts.first?.decodeTime ?? 0)),
            parts: parts
        )
    }
}
