import Containers
import H264
import StreamMedia
import StreamProtocol

/// The tracks of a stream as files hold them.
struct RecordingTracks: Sendable {
    private(set) var usable: [Track] = []
    private var described: [TrackID: ContainerTrack] = [:]
    /// Video tracks whose next frame must be a start frame.
    private var awaitingStart: Set<TrackID> = []

    /// Takes a track table.
    mutating func follow(_ table: TrackTable) {
        // Players take the first track of a kind.
        let fitting = table.tracks.filter(\.fitsContainer)
            .sorted { ($0.kind == .video ? 0 : 1, $0.id) < ($1.kind == .video ? 0 : 1, $1.id) }
        let old = Set(usable.map(\.id))
        usable = Array(fitting.prefix(ContainerLimits.tracks))
        described = described.filter { entry in usable.contains { $0.id == entry.key } }
        for track in usable {
            if track.kind == .video {
                if !old.contains(track.id) { awaitingStart.insert(track.id) }
                if described[track.id] == nil { described[track.id] = track.containerTrack() }
            } else {
                described[track.id] = track.containerTrack()
            }
        }
    }

    subscript(id: TrackID) -> Track? { usable.first { $0.id == id } }

    /// The track whose start frames begin files: the first video track, or the first one.
    var leading: TrackID? { usable.first?.id }

    /// Whether each video track is described.
    var areDescribed: Bool { usable.allSatisfy { $0.kind != .video || described[$0.id] != nil } }

    /// The tracks that a new file can have.
    var containerTracks: [ContainerTrack] { usable.compactMap { described[$0.id] } }

    /// Frames of all video tracks follow that refer to no earlier ones.
    mutating func breakAll() {
        for track in usable where track.kind == .video { awaitingStart.insert(track.id) }
    }

    /// Frames of a track are missing.
    mutating func breakTrack(_ id: TrackID) {
        if self[id]?.kind == .video { awaitingStart.insert(id) }
    }

    /// Whether a frame cannot be decoded without those before it, which the recording does not have.
    func needsEarlier(_ header: FrameHeader) -> Bool { awaitingStart.contains(header.track) && !header.flags.isStart }

    /// Whether a frame can be decoded.
    mutating func accepts(_ header: FrameHeader) -> Bool {
        guard awaitingStart.contains(header.track) else { return true }
        guard header.flags.isStart else { return false }
        awaitingStart.remove(header.track)
        return true
    }

    /// Describes a track by one of its start frames; the last description stays if the frame has none.
    mutating func describe(by frame: Frame, _ placement: H264Description.ParameterSetPlacement) {
        guard let track = self[frame.header.track], track.kind == .video else { return }
        if let found = track.containerTrack(describedBy: frame, placement: placement) { described[track.id] = found }
    }

    /// Describes a track anew, with its parameter sets in the samples.
    mutating func placeSetsInSamples(of id: TrackID) {
        guard var track = described[id], case .h264(let old) = track.description,
            let bytes = try? old.record.encoded(),
            let new = try? H264Description(configuration: bytes, placement: .samples)
        else { return }
        track.description = .h264(new)
        described[id] = track
    }
}
