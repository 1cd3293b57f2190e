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

    /// The track of this table that the user chose.
    func choose(from table: TrackTable) -> Track? {
        switch self {
        case .any: lowest(.video, in: table) ?? lowest(.audio, in: table)
        case .kind(let kind): lowest(kind, in: table)
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

    private func lowest(_ kind: TrackKind, in table: TrackTable) -> Track? {
        table.tracks.filter { $0.kind == kind }.min { $0.id < $1.id }
    }
}
