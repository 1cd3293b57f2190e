/// Everything that waits to be seen or heard of one stream, and the clock that decides when. A value without I/O; all
/// times are microseconds of the local clock.
///
/// The player keeps it behind a lock: its decoding threads add, its picture thread takes what is due, and its sound
/// device takes samples.
package struct StreamPlayout<Picture> {
    package private(set) var clock: PlaybackClock
    package private(set) var pictures: PictureQueue<Picture>
    /// `nil` while there is no sound device, or no track of sound: then the local clock leads.
    package private(set) var sound: SoundPlayout?

    /// - Parameter target: How long frames wait after their arrival at least; 0 leaves it to the jitter.
    package init(target: Int64, now: Int64) {
        clock = PlaybackClock(target: target)
        pictures = PictureQueue(now: now)
    }

    /// A connection or an epoch begins. What waits is discarded.
    package mutating func restart(now: Int64) {
        clock.restart()
        pictures.join(now: now)
        sound?.restart()
    }

    /// A frame of a track that is played came.
    ///
    /// - Parameters:
    ///   - age: How long the relay had the connection's first frame; 0 in a later epoch.
    ///   - rewinds: Whether that frame is played now, and not at the live edge.
    /// - Returns: Whether another time line begins: what waits was discarded, and what waits to be decoded is too old.
    package mutating func received(
        _ kind: PlaybackClock.Kind,
        track: UInt8,
        media: Int64,
        decodeTime: Int64,
        isDiscontinuity: Bool,
        now: Int64,
        age: Int64,
        rewinds: Bool
    ) -> Bool {
        let isJump = clock.received(
            kind,
            track: track,
            media: media,
            decodeTime: decodeTime,
            isDiscontinuity: isDiscontinuity,
            at: now,
            age: age,
            rewinds: rewinds
        )
        if isJump {
            pictures.join(now: now)
            sound?.restart()
        }
        if kind == .video { pictures.arrived(decodeTime: decodeTime, now: now) }
        return isJump
    }

    /// Whether the next random access point overtakes the frames from this one on.
    package func isOvertaken(media: Int64, now: Int64) -> Bool { clock.isOvertaken(media: media, now: now) }

    /// A picture was decoded. Pictures come in the order in which they are shown.
    package mutating func decoded(_ picture: Picture, media: Int64, now: Int64) {
        pictures.offer(picture, media: media, now: now, clock: &clock)
    }

    /// Takes the pictures that are due.
    package mutating func nextPicture(now: Int64) -> PictureQueue<Picture>.Step {
        pictures.next(now: now, clock: &clock)
    }

    /// A sound device plays from now on.
    ///
    /// - Parameters:
    ///   - rate: Samples a second.
    ///   - latency: From the request of the device for a sample to its sound.
    package mutating func soundBegan(channels: Int, rate: Int, latency: Int64) {
        clock.soundStopped()
        sound = SoundPlayout(channels: channels, rate: rate, latency: latency)
    }

    /// There is no sound device any more, or no track of sound.
    package mutating func soundEnded() {
        clock.soundStopped()
        sound = nil
    }

    /// When a frame of sound is decoded.
    package func decodingTime(ofSound media: Int64, now: Int64) -> SoundPlayout.DecodingTime {
        SoundPlayout.decodingTime(media: media, now: now, clock: clock)
    }

    /// Sound was decoded: the samples of all channels after each other.
    package mutating func decodedSound(_ samples: Span<Float>, media: Int64, now: Int64) {
        sound?.write(samples, media: media, now: now, clock: &clock)
    }

    /// The device asks for samples; `output` is filled whole.
    package mutating func playSound(into output: inout MutableSpan<Float>, heardAt: Int64, now: Int64) {
        guard sound?.play(into: &output, heardAt: heardAt, now: now, clock: &clock) != nil else {
            for index in output.indices { output[index] = 0 }
            return
        }
    }
}

extension StreamPlayout: Sendable where Picture: Sendable {}
