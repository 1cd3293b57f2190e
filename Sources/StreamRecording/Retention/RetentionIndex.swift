/// Which segments there are, and which is to be removed next: the oldest finished one.
///
/// It holds a number of bytes for each day of each stream, and the segments of the oldest day alone. So it needs the list
/// of a day's files once in the life of a day, however many files there are.
struct RetentionIndex: Sendable {
    /// What is to be done.
    enum Action: Hashable, Sendable {
        /// List the files of a day, for ``listed(_:_:)``.
        case list(stream: String, day: String)
        /// Remove a segment, then call ``removed(_:)``.
        case remove(Segment)
        /// Remove the folder of a day with what is left in it.
        case removeDay(stream: String, day: String)
    }

    /// A finished segment.
    struct Segment: Hashable, Sendable {
        /// The stream's folder.
        var stream: String
        var name: SegmentName
        /// The bytes of its files.
        var bytes: UInt64
    }

    private let policy: RetentionPolicy
    /// The bytes of each day, by stream.
    private var days: [String: [String: UInt64]] = [:]
    /// The days in order, the newest first.
    private var order: [String] = []
    /// The segments of the oldest day, the newest first, and the streams of that day that are still to be listed.
    private var oldest: (day: String, segments: [Segment], unlisted: [String])?
    /// The bytes of all finished segments.
    private(set) var total: UInt64 = 0

    init(_ policy: RetentionPolicy) {
        self.policy = policy
    }

    /// Adds segments of a day: those found at the start, or one that is finished.
    mutating func add(stream: String, day: String, bytes: UInt64, segment: SegmentName? = nil) {
        if days[day] == nil {
            days[day] = [:]
            let place = order.firstIndex { $0 < day } ?? order.count
            order.insert(day, at: place)
            // The clock was set back.
            if let oldest, day < oldest.day { self.oldest = nil }
        }
        days[day, default: [:]][stream, default: 0] += bytes
        total += bytes
        guard let oldest, oldest.day == day, let segment, !oldest.unlisted.contains(stream) else { return }
        let new = Segment(stream: stream, name: segment, bytes: bytes)
        let place = oldest.segments.firstIndex { !Self.isNewer($0, new) } ?? oldest.segments.count
        self.oldest?.segments.insert(new, at: place)
    }

    /// The next thing to do; `nil` if nothing is due.
    mutating func next(_ use: DiskUse) -> Action? {
        guard let day = order.last else { return nil }
        let isListed = oldest?.day == day && oldest?.unlisted.isEmpty ?? false
        let time = isListed ? oldest?.segments.last?.name.time : CivilTime(date: day)?.microseconds
        guard isDue(at: time, use) else { return emptied(day) }
        if oldest?.day != day { oldest = (day, [], (days[day] ?? [:]).keys.sorted()) }
        if let stream = oldest?.unlisted.last { return .list(stream: stream, day: day) }
        if let segment = oldest?.segments.last {
            return isDue(at: segment.name.time, use) ? .remove(segment) : nil
        }
        return emptied(day)
    }

    /// A day whose segments are all removed, unless it is today's.
    private func emptied(_ day: String) -> Action? {
        guard let oldest, oldest.day == day, oldest.segments.isEmpty, oldest.unlisted.isEmpty, order.count > 1,
            let stream = days[day]?.keys.min()
        else { return nil }
        return .removeDay(stream: stream, day: day)
    }

    private func isDue(at time: Int64?, _ use: DiskUse) -> Bool {
        if let age = policy.age, let time, time < use.now - age { return true }
        if let bytes = policy.bytes, total + use.growing > bytes { return true }
        if let free = policy.free, let left = use.free, left < free { return true }
        return false
    }

    /// The segments of a day, with the bytes of their files.
    mutating func listed(_ stream: String, _ segments: [Segment]) {
        guard let day = oldest?.day else { return }
        oldest?.unlisted.removeAll { $0 == stream }
        oldest?.segments += segments
        oldest?.segments.sort { Self.isNewer($0, $1) }
        set(stream, day, segments.reduce(0) { $0 + $1.bytes })
    }

    private mutating func set(_ stream: String, _ day: String, _ bytes: UInt64) {
        let known = days[day]?[stream] ?? 0
        total = total - min(total, known) + bytes
        days[day]?[stream] = bytes
    }

    /// A segment was removed, or is not there any more.
    mutating func removed(_ segment: Segment) {
        oldest?.segments.removeAll { $0 == segment }
        let known = days[segment.name.day]?[segment.stream] ?? 0
        set(segment.stream, segment.name.day, known - min(known, segment.bytes))
    }

    /// The folder of a day was removed.
    mutating func removedDay(stream: String, day: String) {
        set(stream, day, 0)
        days[day]?[stream] = nil
        guard days[day]?.isEmpty ?? true else { return }
        days[day] = nil
        order.removeAll { $0 == day }
        oldest = nil
    }

    private static func isNewer(_ left: Segment, _ right: Segment) -> Bool {
        (left.name, left.stream) > (right.name, right.stream)
    }
}
