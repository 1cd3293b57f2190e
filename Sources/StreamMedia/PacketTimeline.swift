/// The times of a track whose packets bear times of their own, made such that decoding never goes back.
struct PacketTimeline: Sendable {
    struct Times: Hashable, Sendable {
        var decode: Int64
        /// Never before `decode`.
        var presentation: Int64
        /// The times do not go on from those before.
        var isDiscontinuous = false
    }

    /// A step back of decoding, in microseconds, beyond which the source has begun anew; up to there it is a container's
    /// rounding or a careless writer's, and the time stands still.
    static let tolerance: Int64 = 1_000_000
    /// Times outside of this, some 36,000 years, are none; sums of those inside do not overflow.
    private static let plausible: ClosedRange<Int64> = -1 << 60...1 << 60

    /// When the last packet ends, as far as that is known.
    private var end: Int64 = 0
    private var last: Int64?

    /// The times of the next packet, in microseconds.
    ///
    /// - Parameters:
    ///   - decode: As the source says; where it does not, that is worked out from `presentation` or the time before.
    ///   - presentation: As the source says.
    ///   - reorderingDelay: By how much decoding runs ahead of presentation where no picture is reordered.
    ///   - duration: How long the packet lasts; 0 where not known.
    mutating func times(
        decode: Int64?,
        presentation: Int64?,
        reorderingDelay: Int64 = 0,
        duration: Int64
    ) -> Times {
        let presentation = presentation.flatMap(Self.checked)
        let stated = decode.flatMap(Self.checked) ?? presentation.map { $0 - reorderingDelay }
        var times = Times(decode: stated ?? end, presentation: 0)
        if let presentation { times.decode = min(times.decode, presentation) }
        if let last, times.decode < last {
            if last - times.decode > Self.tolerance {
                times.isDiscontinuous = true
            } else {
                times.decode = last
            }
        }
        times.presentation = max(times.decode, presentation ?? times.decode)
        last = times.decode
        end = times.decode + min(max(0, duration), Self.tolerance)
        return times
    }

    private static func checked(_ time: Int64) -> Int64? { plausible.contains(time) ? time : nil }
}
