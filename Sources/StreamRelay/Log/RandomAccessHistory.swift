import DequeModule
import NIOCore
import StreamProtocol

/// The positions of all starts in a log: where viewers with a history begin. A start is a random access point, or a
/// gradual frame that has recovered in the log.
///
/// ``RandomAccessIndex`` has only the newest start of the newest epoch. A history reaches back over track tables and
/// epochs, in which other tracks may lead.
struct RandomAccessHistory: Sendable {
    /// The entries from one change of the tracks to the next.
    private struct Segment {
        let start: Int
        let epoch: UInt32
        /// The tracks of which a frame has arrived.
        var video: TrackSet = []
        var audio: TrackSet = []
        var data: TrackSet = []

        mutating func insert(_ track: TrackSet, of kinds: TrackKinds) {
            switch kinds {
            case TrackKinds(.video): video.insert(track)
            case TrackKinds(.audio): audio.insert(track)
            default: data.insert(track)
            }
        }

        mutating func keep(_ tracks: TrackSet) {
            video.formIntersection(tracks)
            audio.formIntersection(tracks)
            data.formIntersection(tracks)
        }

        /// The index of the track whose starts count for viewers of these kinds.
        func leader(for kinds: TrackKinds) -> Int? {
            if kinds.contains(TrackKinds(.video)), !video.isEmpty { return video.rawValue.trailingZeroBitCount }
            var wanted: TrackSet = []
            if kinds.contains(TrackKinds(.audio)) { wanted.formUnion(audio) }
            if kinds.contains(TrackKinds(.data)) { wanted.formUnion(data) }
            return wanted.isEmpty ? nil : wanted.rawValue.trailingZeroBitCount
        }
    }

    /// The most changes of the tracks over which a history reaches back. A search looks at each of them.
    static let maximumSegments = 256

    private var segments: Deque<Segment> = []
    /// The positions of each track's starts, in order.
    private var points = [PagedQueue<Int>](repeating: PagedQueue(), count: ProtocolLimits.tracks)
    /// By track, the position of the newest gradual frame, until it recovers or a random access point comes.
    private var recovering: [Int: Int] = [:]
    private var hasEnded = false

    mutating func record(_ entry: LogEntry, at position: Int) {
        // A history does not reach back over the end of a stream: a viewer that reads the end leaves.
        if hasEnded {
            hasEnded = false
            segments.removeAll()
            forgetRecoveries()
        }
        switch entry.content {
        case .frame(let track, let epoch, _, let isRandomAccess):
            if segments.isEmpty { segments.append(Segment(start: position, epoch: epoch)) }
            segments[segments.count - 1].insert(TrackSet(track), of: entry.kinds)
            recordStart(entry, isRandomAccess: isRandomAccess, of: Int(track.rawValue), at: position)
        case .retained(.tracks, let epoch, let tracks):
            var segment = Segment(start: position, epoch: epoch)
            if let last = segments.last, last.epoch == epoch {
                (segment.video, segment.audio, segment.data) = (last.video, last.audio, last.data)
                segment.keep(tracks)
            } else {
                forgetRecoveries()
            }
            segments.append(segment)
            if segments.count > Self.maximumSegments { segments.removeFirst() }
        case .end: hasEnded = true
        case .retained, .gap: break
        }
    }

    private mutating func recordStart(_ entry: LogEntry, isRandomAccess: Bool, of track: Int, at position: Int) {
        if isRandomAccess {
            points[track].append(position)
            if !recovering.isEmpty { recovering[track] = nil }
        } else if entry.isGradual {
            recovering[track] = position
        }
        guard entry.isRecovered, let start = recovering.removeValue(forKey: track) else { return }
        points[track].append(start)
    }

    /// No frame of another epoch recovers a gradual frame.
    private mutating func forgetRecoveries() { recovering.removeAll(keepingCapacity: true) }

    /// The log has dropped its first entry, which is this one.
    mutating func removeFirst(_ entry: LogEntry, at position: Int) {
        guard case .frame(let track, _, _, let isRandomAccess) = entry.content else { return }
        let index = Int(track.rawValue)
        if isRandomAccess {
            _ = points[index].popFirst()
        } else if entry.isGradual {
            if points[index].first == position { _ = points[index].popFirst() }
            if recovering[index] == position { recovering[index] = nil }
        }
    }

    /// The log has dropped its entries before `start`.
    mutating func removeSegments(before start: Int) {
        while segments.count > 1, segments[1].start <= start { segments.removeFirst() }
    }

    /// The position of the newest start that is at least so old, or else of the oldest.
    ///
    /// - Parameter isOldEnough: Whether the entry at this position is; true for all entries before one that is.
    func newest(for kinds: TrackKinds, where isOldEnough: (Int) -> Bool) -> Int? {
        var oldest: Int?
        for index in segments.indices.reversed() {
            let range = points(ofSegment: index, for: kinds)
            guard let track = range.track, !range.indices.isEmpty else { continue }
            let queue = points[track]
            oldest = queue[range.indices.lowerBound]
            let after = Self.firstIndex(of: queue, in: range.indices) { !isOldEnough($0) }
            if after > range.indices.lowerBound { return queue[after - 1] }
        }
        return oldest
    }

    /// The position of the oldest start from `position` on.
    func oldest(for kinds: TrackKinds, from position: Int) -> Int? {
        for index in segments.indices {
            let range = points(ofSegment: index, for: kinds)
            guard let track = range.track else { continue }
            let first = Self.firstIndex(of: points[track], in: range.indices) { $0 >= position }
            if first < range.indices.upperBound { return points[track][first] }
        }
        return nil
    }

    /// The leading track of a segment, and the indices of its points there.
    private func points(ofSegment index: Int, for kinds: TrackKinds) -> (track: Int?, indices: Range<Int>) {
        guard let track = segments[index].leader(for: kinds) else { return (nil, 0..<0) }
        let (queue, start) = (points[track], segments[index].start)
        let first = Self.firstIndex(of: queue, in: queue.start..<queue.end) { $0 >= start }
        guard index + 1 < segments.count else { return (track, first..<queue.end) }
        let end = segments[index + 1].start
        return (track, first..<Self.firstIndex(of: queue, in: first..<queue.end) { $0 >= end })
    }

    /// The index of the first position for which `holds`, and which holds for all after it; the end if there is none.
    private static func firstIndex(of queue: PagedQueue<Int>, in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if holds(queue[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
