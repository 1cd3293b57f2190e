import Containers

/// The place of a segment on the wall clock and on the time line of an export.
struct ExportTimeline: Sendable {
    /// A segment's place.
    struct Place: Hashable, Sendable {
        /// What its times are moved by, in microseconds.
        var shift: Int64
    }

    private var last: (line: String?, shift: Int64)?
    /// The latest decode time so far, and the wall clock there.
    private var end: (time: Int64, wall: Int64)?
    /// The least distance of two segments that share no time line, in microseconds: 0.1 s.
    private static let lead: Int64 = 100_000

    /// Returns where the next segment is.
    ///
    /// - Parameters:
    ///   - line: The time line that it shares with others; `nil` if none.
    ///   - first: The decode time of its first chosen sample.
    ///   - wall: The wall clock there.
    mutating func place(line: String?, first: Int64, wall: Int64) -> Place {
        var shift = -first
        if let last, let end {
            if let line, last.line == line {
                // Sound of the file may be older than the last picture of the one before: nothing moves.
                shift = last.shift
            } else {
                // The wall clock may have been set: the time line only goes forward.
                shift = end.time + max(Self.lead, wall - end.wall) - first
            }
        }
        last = (line, shift)
        return Place(shift: shift)
    }

    /// Takes note of a chosen sample, on the export's time line.
    mutating func note(_ time: Int64, wall: Int64) {
        if let end, time <= end.time { return }
        end = (time, wall)
    }
}

extension RecordingAccount {
    /// The wall clock at a time of the file, in microseconds since 1970-01-01 UTC.
    ///
    /// - Parameter start: The wall clock at the file's first sample, whose decode time is `first`: for files without
    ///   anchors.
    func wallClock(at time: Int64, start: Int64, first: Int64) -> Int64 {
        guard let anchor = anchors.last(where: { $0.mediaTime <= time }) ?? anchors.first else {
            return start &+ (time &- first)
        }
        return anchor.wallClock &+ (time &- anchor.mediaTime)
    }
}
