/// How the tracks of a stream differ from those that a container states at its beginning.
///
/// Tracks that the stream has no more are no difference: a container may have tracks without frames.
public struct TrackChange: Hashable, Sendable {
    /// Tracks that the container lacks.
    public let added: [ContainerTrack]
    /// Tracks that the container describes in another way.
    public let changed: [ContainerTrack]

    /// Compares tracks by their numbers and descriptions.
    ///
    /// - Parameters:
    ///   - stated: The tracks that the container states.
    ///   - tracks: The tracks of the stream.
    public init(from stated: [ContainerTrack], to tracks: [ContainerTrack]) {
        var added: [ContainerTrack] = []
        var changed: [ContainerTrack] = []
        for track in tracks {
            guard let known = stated.first(where: { $0.id == track.id }) else {
                added.append(track)
                continue
            }
            if known.description != track.description { changed.append(track) }
        }
        (self.added, self.changed) = (added, changed)
    }

    /// Whether the container's beginning describes all of the tracks.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty }
}
