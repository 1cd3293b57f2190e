import AAC
import StreamProtocol

/// What a track table says of an AAC stream, followed from configuration to configuration.
struct AACTrackDescription: Sendable {
    private let id: TrackID
    private var track: Track?

    /// The generation of the configuration that frames need now.
    var generation: UInt16 { track?.generation ?? 0 }

    init(id: TrackID) {
        self.id = id
    }

    /// The track, when it is another than before: MPEG-2 and MPEG-4 in ADTS headers are the same to a decoder.
    ///
    /// - Parameter bytes: The encoded configuration.
    mutating func track(for config: AudioSpecificConfig, bytes: [UInt8]) -> Track? {
        var new = Track(id: id, kind: .audio, codec: .aac)
        new.generation = generation
        new.configuration = bytes
        new.sampleRate = UInt32(clamping: config.samplingFrequency.hertz)
        new.channels = config.channelCount.map { UInt8(clamping: $0) }
        guard new != track else { return nil }
        if track != nil { new.generation &+= 1 }
        track = new
        return new
    }
}
