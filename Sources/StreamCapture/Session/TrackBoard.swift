import StreamMedia
import StreamProtocol

/// Brings the tracks of one capture together: viewers are to see all of them announced at once, not one by one.
///
/// A value without I/O. Frames that come before every expected track is known are held.
struct TrackBoard: Sendable {
    /// What to do, in order.
    enum Action: Sendable {
        case announce([Track])
        case give(MediaFrame)
    }

    /// Frames that are held at most. A track that has not shown itself by then is not waited for: a second of video and
    /// of AAC, with room.
    static let patience = 128

    private var awaited: Set<TrackID>
    /// Those that have shown themselves, by number.
    private(set) var tracks: [Track] = []
    private var held: [MediaFrame] = []

    /// - Parameter expected: The tracks to wait for.
    init(expecting expected: Set<TrackID>) {
        awaited = expected
    }

    /// Takes what a track's reader found.
    mutating func take(_ event: MediaEvent) -> [Action] {
        switch event {
        case .track(let track):
            let isKnown = tracks.contains { $0.id == track.id }
            tracks.removeAll { $0.id == track.id }
            tracks.append(track)
            tracks.sort { $0.id < $1.id }
            awaited.remove(track.id)
            if !awaited.isEmpty { return [] }
            return isKnown && held.isEmpty ? [.announce(tracks)] : release()
        case .frame(let frame):
            guard !awaited.isEmpty else { return [.give(frame)] }
            held.append(frame)
            return held.count > Self.patience ? giveUp() : []
        }
    }

    /// A track that was expected does not come.
    mutating func forgo(_ id: TrackID) -> [Action] {
        guard awaited.remove(id) != nil, awaited.isEmpty else { return [] }
        return release()
    }

    /// The input has ended: what has not shown itself will not come.
    mutating func finish() -> [Action] {
        awaited.isEmpty ? [] : giveUp()
    }

    private mutating func giveUp() -> [Action] {
        awaited = []
        return release()
    }

    private mutating func release() -> [Action] {
        defer { held = [] }
        guard !tracks.isEmpty else { return [] }
        return [.announce(tracks)] + held.map { .give($0) }
    }
}
