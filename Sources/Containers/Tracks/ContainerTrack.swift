import AAC

/// A track of a container.
public struct ContainerTrack: Hashable, Sendable {
    /// What a track contains.
    public enum Description: Hashable, Sendable {
        /// Video in H.264.
        case h264(H264Description)
        /// Sound in AAC.
        case aac(AACDescription)
    }

    /// The track's number in the container, at least 1 (`track_ID`, ISO/IEC 14496-12 8.3.2.3). The track number of the
    /// protocol plus 1 will do.
    public var id: UInt32
    /// What the track contains.
    public var description: Description
    /// A language tag of BCP 47, as in `pt-BR`; `nil` if it is not known.
    public var language: String?
    /// The usual duration of a frame in microseconds; `nil` if it is not known. It counts only for the first frame, and
    /// for the last one of a file: all others last until the next one.
    public var frameDuration: Int64?

    /// Describes a track.
    public init(id: UInt32, description: Description, language: String? = nil, frameDuration: Int64? = nil) {
        self.id = id
        self.description = description
        self.language = language
        self.frameDuration = frameDuration
    }

    /// Ticks a second on the track's time line (`timescale` of its `mdhd`).
    ///
    /// Video has 90,000, as in MPEG transport streams. The protocol's microseconds are rounded: at this scale the usual
    /// frame rates come out even again, so that every frame of a file has the same duration. Sound counts its samples.
    /// Each time is converted by itself, so that no error adds up.
    public var timescale: UInt32 {
        switch description {
        case .h264: 90_000
        case .aac(let description): UInt32(clamping: description.config.samplingFrequency.hertz)
        }
    }

    /// Whether the track is video.
    public var isVideo: Bool {
        if case .h264 = description { true } else { false }
    }

    /// The duration of a frame in ticks, as far as it is known before the first two frames.
    var usualDuration: UInt32 {
        switch description {
        case .aac(let description): return UInt32(clamping: description.config.samplesPerFrame)
        case .h264(let description):
            if let frameDuration, 1...Self.longestUsual ~= frameDuration {
                return UInt32(clamping: frameDuration * 90_000 / 1_000_000)
            }
            return description.frameDuration ?? 90_000 / 25
        }
    }

    /// The longest duration that is believed, 10 s.
    private static let longestUsual: Int64 = 10_000_000
}

extension [ContainerTrack] {
    /// Checks that there are 1 to 8 tracks with numbers of their own.
    func validate() throws(ContainerError) {
        guard 1...ContainerLimits.tracks ~= count else {
            throw ContainerError(.invalidTracks, "\(count) tracks; a container has 1 to \(ContainerLimits.tracks)")
        }
        guard Set(map(\.id)).count == count, allSatisfy({ $0.id > 0 }) else {
            throw ContainerError(.invalidTracks, "two tracks with the same number, or one with the number 0")
        }
    }
}
