import StreamMedia
import StreamProtocol

/// Collects the tracks of one capture, so that viewers receive all of them in one announcement.
///
/// A value without I/O. It holds frames until every expected track is known.
struct TrackCollector: Sendable {
    /// The actions to perform, in order.
    enum Action: Sendable {
        case announce([Track])
        case deliver(MediaFrame)
    }

    /// The maximum number of held frames, more than a second of video and AAC. After that, missing tracks are not
    /// waited for.
    static let maximumHeldFrames = 128

    private var awaited: Set<TrackID>
    /// The known tracks, by number.
    private(set) var tracks: [Track] = []
    private var held: [MediaFrame] = []

    /// - Parameter expected: The tracks to wait for.
    init(expecting expected: Set<TrackID>) {
        awaited = expected
    }

    /// Accepts an event of a track's reader.
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
            guard !awaited.isEmpty else { return [.deliver(frame)] }
            held.append(frame)
            return held.count > Self.maximumHeldFrames ? stopWaiting() : []
        }
    }

    /// Stops waiting for a track.
    mutating func stopWaiting(for id: TrackID) -> [Action] {
        guard awaited.remove(id) != nil, awaited.isEmpty else { return [] }
        return release()
    }

    /// The input has ended: missing tracks will not come.
    mutating func finish() -> [Action] {
        awaited.isEmpty ? [] : stopWaiting()
    }

    private mutating func stopWaiting() -> [Action] {
        awaited = []
        return release()
    }

    private mutating func release() -> [Action] {
        defer { held = [] }
        guard !tracks.isEmpty else { return [] }
        return [.announce(tracks)] + held.map { .deliver($0) }
    }
}
