#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A line of a day's journal: JSON, so that other programs can read it.
struct JournalEntry: Codable, Hashable, Sendable {
    enum Event: String, Codable, Sendable {
        /// A file was begun.
        case begin
        /// A segment is finished.
        case segment
        /// Frames are in no file.
        case missed
        /// The hook for a segment has ended.
        case hook
    }

    var event: Event
    /// When the line was written.
    var time: String
    /// The segment's file in the day's folder.
    var file: String?
    /// The stream instance, in hexadecimal digits.
    var instance: String?
    /// The wall clock at the first frame, and after the last one.
    var start: String?
    var end: String?
    /// In microseconds.
    var duration: Int64?
    var bytes: UInt64?
    var spans: [FrameSpan]?
    /// The time line that the segment shares with others, in hexadecimal digits.
    var line: String?
    /// Whether a hook is to run for the segment.
    var hook: Bool?
    /// The exit status of the hook; 128 and the signal if one ended it.
    var status: Int32?
    var attempts: Int?

    init(_ event: Event, at now: Int64, file: String? = nil) {
        self.event = event
        time = CivilTime.text(now)
        self.file = file
    }

    /// The line, with its line feed.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// Reads a line; `nil` if it is damaged, or of a kind that this version does not know.
    init?(line: some Collection<UInt8>) {
        guard line.count <= Self.maximumLength,
            let entry = try? JSONDecoder().decode(JournalEntry.self, from: Data(line))
        else { return nil }
        self = entry
    }

    /// Bytes of a line, 1 MiB: some ten thousand spans.
    static let maximumLength = 1 << 20
}

extension JournalEntry {
    /// The entry of a file that was begun.
    init(begin name: SegmentName, _ start: SegmentStart, at now: Int64) {
        self.init(.begin, at: now, file: name.file)
        instance = String(start.streamInstance, radix: 16)
        self.start = CivilTime.text(start.time)
        if start.line != 0 { line = String(start.line, radix: 16) }
    }

    /// The entry of a finished segment.
    init(_ name: SegmentName, _ report: SegmentReport, hasHook: Bool, at now: Int64) {
        self.init(.segment, at: now, file: name.file)
        instance = String(report.streamInstance, radix: 16)
        start = CivilTime.text(report.start)
        end = CivilTime.text(report.end)
        duration = report.duration
        bytes = report.bytes
        spans = report.spans
        if report.line != 0 { line = String(report.line, radix: 16) }
        hook = hasHook ? true : nil
    }

    /// The entry of frames that no file holds.
    init(_ missed: MissedFrames, at now: Int64) {
        self.init(.missed, at: now)
        instance = String(missed.streamInstance, radix: 16)
        spans = missed.spans
    }

    /// The number of the stream instance; 0 if it is not known.
    var streamInstance: UInt64 { instance.flatMap { UInt64($0, radix: 16) } ?? 0 }
}
