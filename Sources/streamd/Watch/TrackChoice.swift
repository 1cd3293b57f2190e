import ArgumentParser
import StreamProtocol

/// The track to write. An elementary stream holds one, a container all that the choice allows.
enum TrackChoice: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
    case any
    case kind(TrackKind)
    case number(TrackID)

    init?(argument: String) {
        switch argument {
        case "any": self = .any
        case "video": self = .kind(.video)
        case "audio": self = .kind(.audio)
        default:
            guard let track = UInt16(argument).flatMap(TrackID.init) else { return nil }
            self = .number(track)
        }
    }

    var defaultValueDescription: String { description }

    var description: String {
        switch self {
        case .any: "any"
        case .kind(let kind): "\(kind)"
        case .number(let track): "\(track)"
        }
    }

    /// The kinds of tracks to request from the relay.
    var kinds: TrackKinds {
        if case .kind(let kind) = self { TrackKinds(kind) } else { .all }
    }

    /// The track of this table that the user chose. Tracks whose codec is not known do not count, unless there is no
    /// other: then the error names the codec.
    func choose(from table: TrackTable) -> Track? {
        let known = table.tracks.filter { [.h264, .aac].contains($0.codec) }
        return switch self {
        case .any: lowest([.video, .audio], in: known) ?? lowest([.video, .audio], in: table.tracks)
        case .kind(let kind): lowest([kind], in: known) ?? lowest([kind], in: table.tracks)
        case .number(let id): table[id]
        }
    }

    /// The tracks of this table that the user allows.
    func all(from table: TrackTable) -> [Track] {
        switch self {
        case .any: table.tracks
        case .kind(let kind): table.tracks.filter { $0.kind == kind }
        case .number(let id): table.tracks.filter { $0.id == id }
        }
    }

    /// The track with the lowest number of the first of these kinds that there is.
    private func lowest(_ kinds: [TrackKind], in tracks: [Track]) -> Track? {
        for kind in kinds {
            if let track = tracks.filter({ $0.kind == kind }).min(by: { $0.id < $1.id }) { return track }
        }
        return nil
    }
}
