import ArgumentParser
import Platform
import StreamProtocol

/// The format in which a stream is written.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case h264, aac, mp4, ts, mkv

    /// Finds out the format by the name of the output.
    ///
    /// - Parameter path: `nil` and `-` stand for standard output.
    /// - Returns: `nil` for standard output, and for pipes and devices whose names say nothing: they get one track as
    ///   it is.
    /// - Throws: ``Failure`` for a file with another extension, because a player would believe it.
    init?(path: String?) throws(Failure) {
        guard let path, path != "-" else { return nil }
        let name = path.split(separator: "/").last ?? ""
        let dot = name.lastIndex(of: ".")
        if let dot, let known = Self(rawValue: name[name.index(after: dot)...].lowercased()) {
            self = known
            try checkAvailability()
            return
        }
        if let status = FileStatus(path: path), !status.isRegular { return nil }
        let reason = dot.map { "the extension '\(name[$0...])' is not known" } ?? "'\(name)' has no extension"
        throw Failure(
            .usage,
            "The format of \(path) is not clear, because \(reason); use .mp4, .ts, .mkv, .h264 or .aac, or --format."
        )
    }

    /// - Throws: ``Failure`` if this build cannot write the format.
    func checkAvailability() throws(Failure) {
        if self == .mkv, !MatroskaOutput.isAvailable { throw .noMatroska }
    }

    /// Whether the format is a container, which holds picture and sound with their times.
    var isContainer: Bool {
        switch self {
        case .mp4, .ts, .mkv: true
        case .h264, .aac: false
        }
    }

    /// The kind of the one track that the format holds; `nil` for a container.
    var kind: TrackKind? {
        switch self {
        case .h264: .video
        case .aac: .audio
        case .mp4, .ts, .mkv: nil
        }
    }

    /// The codec of the one track that the format holds; `nil` for a container.
    var codec: FourCC? {
        switch self {
        case .h264: .h264
        case .aac: .aac
        case .mp4, .ts, .mkv: nil
        }
    }
}
