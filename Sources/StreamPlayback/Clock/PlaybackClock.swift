import Platform

/// The playback clock: when each picture is shown and each sample is heard. A value without I/O; all times are
/// microseconds, and `now` and `at` are by one local clock.
///
/// There is one number, the delay: media time + delay = the local time at which it is shown. The clock wants the
/// smallest delay with which most pictures and nearly all sound are ready in time. While sound plays, the sound is the
/// clock: its delay is measured, and it is stretched until it is the wanted one. Otherwise the pictures follow the
/// wanted delay themselves.
///
/// The rules and numbers are those of the browser player (`Sources/WebPlayer/Assets/clock.js`), and both run the cases
/// of `Tests/Fixtures/playback-clock.json`. Times from the stream are not trusted: the clock computes with floating
/// point, which never traps, and as JavaScript does.
package struct PlaybackClock: Sendable {
    /// The two kinds of track that play together.
    package enum Kind: Sendable {
        case video, audio
    }

    /// What the sound must do.
    package enum SoundCorrection: Hashable, Sendable {
        /// Play so much faster (positive) or slower: a part of the pace, at most ``soundRate``.
        case stretch(Double)
        /// Begin anew with this delay.
        case jump(delay: Double)
    }

    /// The readiness of this many frames of a track decides.
    static let readyWindow = 128
    /// The part of the frames that must be ready in time. Missing sound is heard; a late picture comes a refresh later.
    static let readyVideo = 0.8
    /// See ``readyVideo``.
    static let readyAudio = 0.97
    /// Jitter beyond this does not make the delay longer: late frames are dropped instead.
    static let jitterLimit = 300_000.0
    /// Sound that always comes so much later than its pictures, at most, delays them: microphones and muxers hold it back.
    static let soundLag = 1_000_000.0
    /// Pictures that are shown so much later than they are decoded, at most, are not late: the encoder puts those that
    /// refer to later ones behind these.
    static let reordering = 1_000_000.0
    /// A picture so late is dropped if a newer one has come.
    static let lateLimit = 100_000.0
    /// Frames that are so late are overtaken by the next random access point.
    static let overtakenLimit = 250_000.0
    /// Nothing is dropped for longer than this, so that the pictures of a slow decoder move.
    static let frozenLimit = 250_000.0
    /// The same while a viewer joins.
    static let joiningLimit = 1_500_000.0
    /// A burst is over when nothing has come for this long.
    static let burstPause = 50_000.0
    /// The time in which most of a delay of pictures that is too long goes away.
    static let settlingTime = 400_000.0
    /// Pictures jump when their delay is so much too long: what made it long is over.
    static let longestExcess = 150_000.0
    /// How much sound is stretched, at most.
    package static let soundRate = 0.05
    /// From the drawing of a picture to the screen, which shows it with its next refresh. Sound's own latency is known.
    package static let refreshTime = 14_000.0
    /// Sound that is wrong by less plays on as it is. Less than ``SoundContinuity/firstMargin``: early sound would soon
    /// have no samples.
    static let soundTolerance = 4_000.0
    /// Sound that is wrong by more jumps.
    static let soundJump = 400_000.0
    /// Sound that has not been measured for so long is no longer the clock: its device is gone, or stands still.
    static let soundSilence = 500_000.0

    /// The delay behind the arrival that the user wants at least; 0 leaves it to the jitter.
    package let target: Double
    /// How far behind the live edge the stream is played on purpose.
    package private(set) var rewound = 0.0
    /// Whether the delay is that of the sound.
    package private(set) var soundIsClock = false
    /// Media time + this = local time; `nil` before the first frame.
    package private(set) var delay: Double?

    private var arrivals = EarliestArrival()
    private var soundArrivals = EarliestArrival()
    /// The arrivals of pictures against their decode times. The first picture of a group comes long before it is shown,
    /// so ``arrivals`` say nothing about the others.
    private var decodeArrivals = EarliestArrival()
    private var video = Readiness(window: readyWindow)
    private var audio = Readiness(window: readyWindow)
    private var advancedAt = 0.0
    private var heardAt = 0.0
    /// The newest media time at the beginning.
    private var edge = 0.0
    /// The decode time of the last frame of each track.
    private var decodeTimes: [UInt8: Int64] = [:]

    /// - Parameter target: How long frames wait after their arrival at least, in microseconds. Jitter that needs more
    ///   makes it longer.
    package init(target: Int64 = 0) {
        self.target = max(0, Double(target))
    }

    /// Another connection or epoch begins: nothing is due until its first frame.
    package mutating func restart() {
        decodeTimes.removeAll()
        delay = nil
        soundIsClock = false
    }

    /// A frame came: the first one of a connection or epoch, one of another time line, or one that follows its track's
    /// last.
    ///
    /// - Parameters:
    ///   - track: The track's number.
    ///   - age: How long the relay had the connection's first frame.
    ///   - rewinds: Whether that frame is played now, and not at the live edge.
    /// - Returns: Whether the frame is one of another time line, so that what waits is worth nothing.
    package mutating func received(
        _ kind: Kind,
        track: UInt8,
        media: Int64,
        decodeTime: Int64,
        isDiscontinuity: Bool,
        at: Int64,
        age: Int64,
        rewinds: Bool
    ) -> Bool {
        let isFirst = delay == nil
        let isJump = !isFirst && (isDiscontinuity || decodeTime < decodeTimes[track] ?? .min)
        decodeTimes[track] = decodeTime
        if isFirst || isJump { begin(media: media, at: at, age: isFirst ? age : 0, rewinds: isFirst && rewinds) }
        arrived(kind, media: media, decodeTime: decodeTime, at: at)
        return isJump
    }

    /// The first frame of a connection, an epoch or a time line came.
    mutating func begin(media: Int64, at: Int64, age: Int64, rewinds: Bool) {
        arrivals = EarliestArrival()
        soundArrivals = EarliestArrival()
        decodeArrivals = EarliestArrival()
        video = Readiness(window: Self.readyWindow)
        audio = Readiness(window: Self.readyWindow)
        soundIsClock = false
        rewound = rewinds ? Double(age) : 0
        delay = Double(at) - Double(media) - Double(age) + rewound
        edge = Double(media) + Double(age)
        advancedAt = Double(at)
    }

    /// A frame came.
    mutating func arrived(_ kind: Kind, media: Int64, decodeTime: Int64, at: Int64) {
        guard isRecent(media, at) else { return }
        let late = Double(at) - Double(media)
        arrivals.add(late, at: Double(at))
        switch kind {
        case .video: decodeArrivals.add(Double(at) - Double(decodeTime), at: Double(at))
        case .audio: soundArrivals.add(late, at: Double(at))
        }
    }

    /// The delay of pictures that come in time, without ``rewound``, as far as their decode times tell.
    ///
    /// - Parameter base: Of the first frames to come, of either track.
    private func pictureDelay(_ base: Double) -> Double {
        min(max(decodeArrivals.least ?? base, base), base + Self.reordering)
    }

    /// The longest delay with which sound plays, without ``rewound``.
    ///
    /// - Parameter base: Of the first frames to come, of either track.
    private func longestSoundDelay(_ base: Double) -> Double {
        min(soundArrivals.least ?? base, base + Self.soundLag) + Self.jitterLimit
    }

    /// Whether a frame of sound may still be heard. It need not be decoded otherwise.
    package func canBeHeard(media: Int64, now: Int64) -> Bool {
        guard let base = arrivals.least else { return true }
        return Double(media) + longestSoundDelay(base) + rewound >= Double(now)
    }

    /// A frame could have been shown, or heard, from `at` on.
    package mutating func isReady(_ kind: Kind, media: Int64, at: Int64) {
        guard isRecent(media, at) else { return }
        let late = Double(at) - Double(media) - rewound
        // A frame that a stalled thread or network held up says nothing about the jitter after that.
        let base = arrivals.least ?? late
        switch kind {
        case .video where late <= pictureDelay(base) + Self.jitterLimit: video.add(late)
        case .audio where late <= longestSoundDelay(base): audio.add(late)
        default: break
        }
    }

    /// Frames from before the join say nothing about the delay.
    private func isRecent(_ media: Int64, _ at: Int64) -> Bool {
        delay != nil && at > 0 && Double(media) >= edge - Self.lateLimit
    }

    /// The sound no longer plays: the local clock leads.
    package mutating func soundStopped() {
        soundIsClock = false
        audio = Readiness(window: Self.readyWindow)
    }

    /// The delay that the clock wants; `nil` before the first frame.
    package var wanted: Double? {
        guard let delay else { return nil }
        guard let base = arrivals.least else { return delay }
        let inTime = pictureDelay(base)
        let video = min(video.quantile(Self.readyVideo) ?? inTime, inTime + Self.jitterLimit)
        let audio = min(audio.quantile(Self.readyAudio) ?? base, longestSoundDelay(base))
        return max(base + target, video, audio) + rewound
    }

    /// How long frames wait after their arrival.
    package var waiting: Double {
        guard let delay, let least = arrivals.least else { return 0 }
        return delay - least
    }

    /// Moves the delay of pictures without sound.
    package mutating func advance(now: Int64) {
        let now = Double(now)
        if soundIsClock, now - heardAt > Self.soundSilence { soundStopped() }
        let passed = max(0, now - advancedAt)
        advancedAt = now
        guard let wanted, let delay, !soundIsClock else { return }
        let excess = min(delay - wanted, Self.longestExcess)
        self.delay = excess < 0 ? wanted : wanted + excess * exp(-passed / Self.settlingTime)
    }

    /// The sound was measured: the sample of time `media` is heard at `at`.
    package mutating func soundHeard(media: Double, at: Int64) -> SoundCorrection {
        let measured = Double(at) - media
        let wanted = wanted ?? measured
        let error = measured - wanted
        guard abs(error) <= Self.soundJump else {
            soundIsClock = false
            return .jump(delay: wanted)
        }
        delay = measured
        heardAt = Double(at)
        soundIsClock = true
        guard abs(error) >= Self.soundTolerance else { return .stretch(0) }
        return .stretch(max(-Self.soundRate, min(Self.soundRate, error / 1e6)))
    }

    /// When a media time is shown or heard; `nil` before the first frame.
    package func due(media: Int64) -> Int64? {
        delay.map { Int64(clamping: Double(media) + $0) }
    }

    /// Whether the next random access point overtakes the frames from this one on.
    package func isOvertaken(media: Int64, now: Int64) -> Bool {
        guard let delay else { return false }
        return Double(media) + delay < Double(now) - Self.overtakenLimit
    }

    /// Decides about a decoded picture.
    ///
    /// - Returns: When to show it, at the earliest `now`; `nil` to drop it.
    func showTime(media: Int64, now: Int64, progress: PictureProgress) -> Int64? {
        let now = Double(now)
        let due = (delay.map { Double(media) + $0 } ?? now) - (soundIsClock ? Self.refreshTime : 0)
        if due >= now - Self.lateLimit { return Int64(clamping: max(due, now)) }
        if media >= progress.newest {
            let time = progress.isJoining ? max(now, Double(progress.arrivedAt) + Self.burstPause) : now
            return Int64(clamping: time)
        }
        let patience = progress.isJoining ? Self.joiningLimit : Self.frozenLimit
        return now - Double(progress.shownAt) > patience ? Int64(clamping: now) : nil
    }
}

/// How far the pictures of a stream have come.
struct PictureProgress: Sendable {
    /// The newest decode time that came. Pictures from then on are at the live edge.
    var newest: Int64
    /// When the newest frame came.
    var arrivedAt: Int64
    /// When a picture was shown last, or the viewer joined.
    var shownAt: Int64
    /// Whether no picture has been shown since the viewer joined.
    var isJoining: Bool

    init(joiningAt now: Int64) {
        (newest, arrivedAt, shownAt, isJoining) = (.min, now, now, true)
    }

    init(newest: Int64, arrivedAt: Int64, shownAt: Int64, isJoining: Bool) {
        (self.newest, self.arrivedAt, self.shownAt, self.isJoining) = (newest, arrivedAt, shownAt, isJoining)
    }
}
