/// The decoded sound of a stream until it is heard: a ring that begins, jumps and stretches as the playback clock says.
/// A value without I/O; all times are microseconds of the local clock.
///
/// The rules are those of the browser player (`Sources/WebPlayer/Assets/audio.js`).
package struct SoundPlayout: Sendable {
    /// When a frame of sound is decoded.
    package enum DecodingTime: Hashable, Sendable {
        case now
        /// Not before this time: the ring has no room for the sound of a rewound player.
        case later(Int64)
        /// It is too old to be heard.
        case never
    }

    /// Sound is decoded so long before it is heard.
    static let lead: Int64 = 400_000
    /// A device's first requests, and the first frames, come in bursts, so the sound's first place is often late by more
    /// than stretching takes back within seconds. For so long it is put right at once.
    static let settlingTime: Int64 = 5_000_000

    private var ring: SampleRing
    private var continuity = SoundContinuity()
    /// From the request of the device to its sound.
    private let latency: Int64
    /// How much sound the device requests at once: its last sample must be there so long before it is heard.
    private var requested: Int64 = 0
    private var hasBegun = false
    /// When the first sample of this time line was heard.
    private var firstHeardAt: Int64?

    /// - Parameters:
    ///   - rate: Samples a second.
    ///   - latency: From the request of the device for a sample to its sound.
    package init(channels: Int, rate: Int, latency: Int64) {
        ring = SampleRing(channels: channels, rate: rate)
        self.latency = latency
    }

    /// Samples a second.
    package var rate: Int { ring.rate }
    /// 1 or 2.
    package var channels: Int { ring.channels }
    /// How often samples were missing.
    package var interruptions: Int { continuity.interruptions }
    /// How much sound waits.
    package var level: Int64 { Int64(clamping: Double(ring.level) * 1e6 / Double(ring.rate)) }

    /// When a frame of this time is decoded.
    static func decodingTime(media: Int64, now: Int64, clock: PlaybackClock) -> DecodingTime {
        guard let due = clock.due(media: media) else { return .now }
        if due > now &+ lead { return .later(due &- lead) }
        return clock.canBeHeard(media: media, now: now) ? .now : .never
    }

    /// Another time line begins.
    mutating func restart() {
        ring.seek(to: nil)
        hasBegun = false
        firstHeardAt = nil
    }

    /// Samples were decoded; all channels after each other.
    mutating func write(_ samples: Span<Float>, media: Int64, now: Int64, clock: inout PlaybackClock) {
        clock.isReady(.audio, media: media, at: now &+ latency &+ requested &+ Int64(continuity.margin))
        ring.write(at: ring.sample(at: Double(media)), samples)
        if ring.position == nil { hasBegun = false }
    }

    /// The device asks for samples.
    ///
    /// - Parameters:
    ///   - output: Samples of all channels after each other. It is filled whole, with silence where there is no sound.
    ///   - heardAt: When the first of them is heard.
    mutating func play(into output: inout MutableSpan<Float>, heardAt: Int64, now: Int64, clock: inout PlaybackClock) {
        if !hasBegun, ring.end > ring.start, let wanted = clock.wanted {
            ring.seek(to: ring.sample(at: Double(heardAt) - wanted))
            ring.stretch = 0
            continuity.began(at: heardAt)
            hasBegun = true
            if firstHeardAt == nil { firstHeardAt = heardAt }
        }
        requested = Int64(output.count / channels) * 1_000_000 / Int64(rate)
        let position = ring.position
        let isWhole = ring.read(into: &output)
        guard hasBegun, let position else { return }
        guard continuity.played(isWhole: isWhole, now: now) else {
            clock.soundStopped()
            hasBegun = false
            return
        }
        guard isWhole else { return }
        switch clock.soundHeard(media: ring.media(of: position), at: heardAt) {
        case .stretch(let stretch):
            ring.stretch = stretch
            let isSettling = heardAt &- (firstHeardAt ?? heardAt) < Self.settlingTime
            if isSettling, stretch >= PlaybackClock.soundRate { hasBegun = false }
        case .jump: hasBegun = false
        }
    }
}
