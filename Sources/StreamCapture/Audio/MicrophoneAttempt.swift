/// One way to open a sound device: those whose names begin with `hw:` take only what the card itself can do.
struct MicrophoneAttempt: Hashable, Sendable {
    /// How samples are coded, by libav's names.
    enum Encoding: String, Hashable, Sendable, CaseIterable {
        // Nearly every card has the first; studio cards have only the others.
        case pcm_s16le, pcm_s32le, pcm_s24le, pcm_f32le
    }

    var encoding: Encoding
    /// ALSA takes the nearest rate that the card has.
    var format: AudioFormat

    /// What to try, in this order.
    ///
    /// - Parameter settings: A number of channels and a rate that are wished for are tried first.
    static func all(for settings: AudioSettings) -> [MicrophoneAttempt] {
        var counts = [2, 1, 4, 6, 8]
        if let wish = settings.channels { counts = [wish] + counts.filter { $0 != wish } }
        let rate = settings.sampleRate ?? 48_000
        return Encoding.allCases.flatMap { encoding in
            counts.map { MicrophoneAttempt(encoding: encoding, format: AudioFormat(sampleRate: rate, channels: $0)) }
        }
    }
}
