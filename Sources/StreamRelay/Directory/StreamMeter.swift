import DequeModule
import NIOCore
import StreamProtocol

/// What the tracks of a stream bring, in numbers and over the last seconds. Two additions a frame; rates are worked out
/// when somebody asks.
struct StreamMeter: Sendable {
    /// Seconds that rates look back on: long enough for the key frames of usual streams to even out.
    static let window = 5

    private struct Count {
        var frames = 0
        var bytes = 0
        var firstArrival: NIODeadline?
        var lastArrival: NIODeadline?
        var keyFrame: KeyFrame?
        var group: StreamStatus.Group?
    }

    private struct KeyFrame {
        /// How many frames had come before it.
        let frames: Int
        let decodeTime: Int64
        let arrival: NIODeadline
    }

    private struct Sample {
        let at: NIODeadline
        let counts: [Count]
    }

    private var counts = [Count](repeating: Count(), count: Limits.tracks)
    private var samples: Deque<Sample> = []

    /// Frames of all tracks.
    var frames: Int { counts.reduce(0) { $0 + $1.frames } }
    /// Bytes of all tracks.
    var bytes: Int { counts.reduce(0) { $0 + $1.bytes } }

    /// A frame came.
    ///
    /// - Parameter decodeTime: Of a random access point, in microseconds; `nil` for other frames.
    mutating func note(_ track: TrackID, bytes: Int, keyFrameAt decodeTime: Int64?, now: NIODeadline) {
        let index = Int(track.rawValue)
        if let decodeTime { noteKeyFrame(index, decodeTime, now) }
        counts[index].frames += 1
        counts[index].bytes += bytes
        counts[index].lastArrival = now
        if counts[index].firstArrival == nil { counts[index].firstArrival = now }
    }

    /// Frames of a new epoch follow: its groups have nothing to do with those before.
    mutating func beginEpoch() {
        for index in counts.indices {
            counts[index].keyFrame = nil
            counts[index].group = nil
        }
    }

    /// Remembers this moment; to be called about once a second.
    mutating func sample(at now: NIODeadline) {
        samples.append(Sample(at: now, counts: counts))
        while samples.count > Self.window { samples.removeFirst() }
    }

    func status(of track: Track, at now: NIODeadline) -> StreamStatus.Track {
        let count = counts[Int(track.id.rawValue)]
        return StreamStatus.Track(
            facts: track,
            frameRate: frameRate(track.id, at: now),
            bitRate: bitRate(track.id, at: now),
            group: count.group,
            keyFrameAge: count.keyFrame.map { now - $0.arrival }
        )
    }

    private mutating func noteKeyFrame(_ index: Int, _ decodeTime: Int64, _ now: NIODeadline) {
        if let last = counts[index].keyFrame {
            let (microseconds, overflows) = decodeTime.subtractingReportingOverflow(last.decodeTime)
            // A clock that jumps says nothing.
            if !overflows, microseconds > 0, microseconds < TimeAmount.hours(24).nanoseconds / 1_000 {
                counts[index].group = StreamStatus.Group(
                    frames: counts[index].frames - last.frames,
                    duration: .microseconds(microseconds)
                )
            }
        }
        counts[index].keyFrame = KeyFrame(frames: counts[index].frames, decodeTime: decodeTime, arrival: now)
    }

    private func bitRate(_ track: TrackID, at now: NIODeadline) -> Double {
        let (then, count) = start(of: track)
        guard let then, now > then else { return 0 }
        return Double(counts[Int(track.rawValue)].bytes - count.bytes) * 8 / (now - then).seconds
    }

    /// By the times of the first and the last frame, so that the rate of an even stream is exact; up to now where
    /// frames have ceased to come.
    private func frameRate(_ track: TrackID, at now: NIODeadline) -> Double {
        let newest = counts[Int(track.rawValue)]
        let (_, count) = start(of: track)
        // The first frame of all opens its interval, it does not end one.
        let frames = newest.frames - count.frames - (count.lastArrival == nil ? 1 : 0)
        guard frames > 0, let first = count.lastArrival ?? newest.firstArrival, let last = newest.lastArrival,
            last > first
        else { return 0 }
        let interval = (last - first).seconds / Double(frames)
        let silence = (now - last).seconds
        return silence > 2 * interval ? Double(frames) / (now - first).seconds : 1 / interval
    }

    /// Where the window begins, and what had come until then.
    private func start(of track: TrackID) -> (NIODeadline?, Count) {
        let index = Int(track.rawValue)
        guard let oldest = samples.first, oldest.counts[index].firstArrival != nil else {
            return (counts[index].firstArrival, Count())
        }
        return (oldest.at, oldest.counts[index])
    }
}

extension TimeAmount {
    fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}
