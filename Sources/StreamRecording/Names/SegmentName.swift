import StreamProtocol

/// The place of a segment in its stream's folder: `2026-11-22/14-30-00Z.mp4`.
///
/// Names rise with the time of the segments. If the clock is set back, or segments are shorter than a second, a number
/// follows: `14-30-00Z-2.mp4`.
public struct SegmentName: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The most segments that can begin in the same second.
    static let maximumNumber = 9_999

    /// The day's folder, such as `2026-11-22`.
    public let day: String
    /// Seconds since midnight UTC.
    let second: Int
    /// From 1 on.
    let number: Int

    /// The name of a segment that begins at a time of the wall clock, in microseconds since 1970-01-01 UTC.
    init(at time: Int64, number: Int = 1) {
        let civil = CivilTime(time)
        (day, second, self.number) = (civil.dateText, civil.second, number)
    }

    /// Reads the name of a segment's file, whatever its extension.
    ///
    /// - Returns: `nil` for another file.
    init?(day: String, file: String) {
        let stem = file.prefix { $0 != "." }
        var parts = stem.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard 3...4 ~= parts.count, parts[2].last == UInt8(ascii: "Z") else { return nil }
        parts[2] = parts[2].dropLast()
        guard let hour = Int(digits: parts[0], 2), let minute = Int(digits: parts[1], 2),
            let second = Int(digits: parts[2], 2), hour < 24, minute < 60, second < 60
        else { return nil }
        self.day = day
        self.second = hour * 3_600 + minute * 60 + second
        guard parts.count == 4 else {
            number = 1
            return
        }
        guard 1...4 ~= parts[3].count, let number = Int(digits: parts[3], parts[3].count), number > 1 else {
            return nil
        }
        self.number = number
    }

    /// The same time with the next number; `nil` if there is none.
    var next: SegmentName? {
        guard number < Self.maximumNumber else { return nil }
        return SegmentName(day: day, second: second, number: number + 1)
    }

    private init(day: String, second: Int, number: Int) {
        (self.day, self.second, self.number) = (day, second, number)
    }

    private var stem: String {
        let time = [second / 3_600, second / 60 % 60, second % 60].map { $0.padded(2) }.joined(separator: "-")
        return time + "Z" + (number == 1 ? "" : "-\(number)")
    }

    /// The name of the finished file in the day's folder.
    public var file: String { stem + ".mp4" }
    /// The name while the file grows.
    var growingFile: String { file + Self.growingSuffix }
    /// The initialization segment for playlists.
    var initializationFile: String { stem + Self.initializationSuffix }

    static let growingSuffix = ".part"
    static let initializationSuffix = ".init.mp4"

    /// When the segment begins, in microseconds since 1970-01-01 UTC, whole seconds.
    public var time: Int64 { (CivilTime(date: day)?.microseconds ?? 0) + Int64(second) * 1_000_000 }

    /// Day and file, as a path.
    public var description: String { "\(day)/\(file)" }

    /// In the order of time.
    public static func < (left: SegmentName, right: SegmentName) -> Bool {
        (left.day, left.second, left.number) < (right.day, right.second, right.number)
    }
}

extension StreamName {
    /// The stream's folder: the name with `+` in place of slashes. No name has a `+`, so no two streams share a folder.
    package var folder: String { description.split(separator: "/").joined(separator: "+") }

    /// The stream of a folder; `nil` if it is none of a stream.
    package init?(folder: String) {
        guard !folder.contains("/"),
            let name = try? StreamName(
                folder.split(separator: "+", omittingEmptySubsequences: false).joined(separator: "/")
            )
        else { return nil }
        self = name
    }
}
