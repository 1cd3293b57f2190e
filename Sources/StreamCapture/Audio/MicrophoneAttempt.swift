/// One way to open a sound device: those whose names begin with `hw:` take only what the card itself can do.
struct MicrophoneAttempt: Hashable, Sendable {
    /// How samples are coded, by libav's names.
    enum Encoding: String, Hashable, Sendable, CaseIterable {
        // Nearly every card has the first; studio cards have only the others.
        case pcm_s16le, pcm_s32le, pcm_s24le, pcm_f32le

        var bytesPerSample: Int {
            switch self {
            case .pcm_s16le: 2
            case .pcm_s24le: 3
            case .pcm_s32le, .pcm_f32le: 4
            }
        }
    }

    var encoding: Encoding
    /// ALSA takes the nearest rate that the card has.
    var format: AudioFormat

    /// How much memory so much sound takes, in whole samples.
    func bytes(inMilliseconds time: Int) -> Int {
        format.sampleRate * time / 1_000 * format.channels * encoding.bytesPerSample
    }

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
