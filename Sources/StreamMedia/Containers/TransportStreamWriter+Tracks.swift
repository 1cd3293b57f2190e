import Containers

extension TransportStreamWriter {
    /// Those of the tracks that a transport stream can carry: not all AAC fits ADTS frames.
    public static func suitable(_ tracks: [ContainerTrack]) -> [ContainerTrack] {
        tracks.filter { (try? TransportStreamWriter(tracks: [$0])) != nil }
    }
}
