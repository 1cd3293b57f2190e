import StreamProtocol

/// Corrects the times of a track whose packets have times, so that decoding times never decrease.
struct PacketTimeline: Sendable {
    struct Times: Hashable, Sendable {
        var decode: Int64
        /// Never before `decode`.
        var presentation: Int64
        /// The times do not go on from those before.
        var isDiscontinuous = false
    }

    /// The largest decrease of the decoding time, in microseconds, that is a rounding error or a careless writer's; the
    /// time then stays the same. After a larger one the source has restarted.
    static let tolerance: Int64 = 1_000_000
    /// Times outside of this, some 36,000 years, are none; sums of those inside do not overflow.
    private static let plausible: ClosedRange<Int64> = -1 << 60...1 << 60

    /// When the last packet ends, as far as that is known.
    private var end: Int64 = 0
    private var last: Int64?

    /// Returns the times of the next packet in microseconds.
    ///
    /// - Parameters:
    ///   - decode: From the source; if `nil`, it is derived from `presentation` or the previous time.
    ///   - presentation: From the source.
    ///   - reorderingDelay: The time by which decoding precedes presentation if no picture is reordered.
    ///   - duration: The duration of the packet; 0 if unknown.
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

extension MediaFrame {
    /// A frame with these times, all in microseconds. A discontinuity adds the flag to `flags`.
    ///
    /// - Parameters:
    ///   - duration: 0 if unknown.
    ///   - captureTime: Since 1970-01-01 UTC; 0 if unknown.
    init(
        track: TrackID,
        flags: FrameHeader.Flags,
        generation: UInt16,
        times: PacketTimeline.Times,
        duration: Int64,
        captureTime: Int64,
        bytes: [UInt8]
    ) {
        self.init(
            track: track,
            flags: times.isDiscontinuous ? flags.union(.discontinuity) : flags,
            generation: generation,
            decodeTime: MediaTime(microseconds: times.decode),
            presentationTime: MediaTime(microseconds: times.presentation),
            duration: duration > 0 ? .microseconds(duration) : nil,
            captureTime: captureTime == 0 ? nil : .microseconds(captureTime),
            bytes: bytes
        )
    }
}
