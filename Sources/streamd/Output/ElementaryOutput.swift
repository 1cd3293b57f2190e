import StreamMedia
import StreamProtocol

/// One track of a stream as an elementary stream: H.264 in byte stream format, or AAC in ADTS frames.
struct ElementaryOutput: StreamOutput {
    private let choice: TrackChoice
    private let codec: FourCC?
    private var track: Track?
    private var writer: ElementaryStreamWriter?

    /// - Parameter codec: What the track must hold; `nil` for anything that can be written.
    init(_ choice: TrackChoice, codec: FourCC?) {
        self.choice = choice
        self.codec = codec
    }

    func contains(_ track: TrackID) -> Bool { track == self.track?.id }

    mutating func follow(_ table: TrackTable) throws(Failure) -> [OutputAction] {
        guard let chosen = choice.choose(from: table) else {
            guard track == nil else {
                writer = nil
                return [.note("The stream has no track \(choice) any more; waiting for its return.")]
            }
            throw .noTrack(in: table)
        }
        guard chosen != track || writer == nil else { return [] }
        let isFirst = track == nil
        track = chosen
        do throws(Failure) {
            writer = try writer(for: chosen)
            return []
        } catch {
            guard !isFirst else { throw error }
            writer = nil
            // The publisher may return to a format that can be written.
            return [.note("\(error.message) Waiting for another format.")]
        }
    }

    func take(_ frame: Frame, arrival: Int64) throws(Failure) -> [OutputAction] {
        guard contains(frame.header.track), let writer else { return [] }
        var bytes: [UInt8] = []
        do throws(MediaError) {
            try writer.write(frame, to: &bytes)
        } catch {
            throw Failure(.failure, error.reason)
        }
        return [.append(bytes)]
    }

    func take(_ gap: Gap) {}

    func beginInstance() {}

    func finish() -> [OutputAction] { [] }

    private func writer(for track: Track) throws(Failure) -> ElementaryStreamWriter {
        if let codec, track.codec != codec {
            throw Failure(
                .usage,
                "Track \(track.id) holds \(track.codec), and the output is for \(codec); choose another track or format."
            )
        }
        do throws(MediaError) {
            return try ElementaryStreamWriter(track)
        } catch {
            throw Failure(.failure, error.reason)
        }
    }
}

extension Failure {
    static func noTrack(in table: TrackTable) -> Failure {
        guard !table.tracks.isEmpty else { return Failure(.unavailable, "The stream has no tracks.") }
        let offered = table.tracks.map { "\($0.id) (\($0.kind))" }.joined(separator: ", ")
        return Failure(.unavailable, "The stream has no such track; choose one of \(offered).")
    }

    /// None of the chosen tracks can be held by a container.
    static func noContainerTrack(_ chosen: [Track], in table: TrackTable) -> Failure {
        guard let track = chosen.first(where: \.fitsContainer) ?? chosen.first else { return noTrack(in: table) }
        guard track.fitsContainer else {
            return Failure(.failure, "Track \(track.id) holds \(track.codec), which no container holds here.")
        }
        return Failure(
            .badData,
            "The configuration of track \(track.id) (\(track.codec)) cannot be read; correct it in the publisher."
        )
    }
}
