import DequeModule
import NIOCore
import StreamProtocol

/// Counts the frames and bytes of a stream's tracks, and measures their rates over the last seconds. A frame costs two
/// additions; rates are computed on demand.
struct StreamMeter: Sendable {
    /// Seconds over which rates are measured: long enough for the key frames of usual streams to even out.
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
        /// The number of frames before it.
        let frames: Int
        let decodeTime: Int64
        let arrival: NIODeadline
    }

    private struct Sample {
        let at: NIODeadline
        let counts: [Count]
    }

    private var counts = [Count](repeating: Count(), count: ProtocolLimits.tracks)
    private var samples: Deque<Sample> = []

    /// Frames of all tracks.
    var frames: Int { counts.reduce(0) { $0 + $1.frames } }
    /// Bytes of all tracks.
    var bytes: Int { counts.reduce(0) { $0 + $1.bytes } }

    /// A frame arrived.
    ///
    /// - Parameter decodeTime: The decode time of a frame at which decoding can begin, in microseconds; `nil` for other
    ///   frames.
    mutating func record(_ track: TrackID, bytes: Int, keyFrameAt decodeTime: Int64?, now: NIODeadline) {
        let index = Int(track.rawValue)
        if let decodeTime { recordKeyFrame(index, decodeTime, now) }
        counts[index].frames += 1
        counts[index].bytes += bytes
        counts[index].lastArrival = now
        if counts[index].firstArrival == nil { counts[index].firstArrival = now }
    }

    /// A new epoch begins. Its groups of pictures are not measured against those before.
    mutating func beginEpoch() {
        for index in counts.indices {
            counts[index].keyFrame = nil
            counts[index].group = nil
        }
    }

    /// Takes a sample. Called about once a second.
    mutating func sample(at now: NIODeadline) {
        samples.append(Sample(at: now, counts: counts))
        while samples.count > Self.window { samples.removeFirst() }
    }

    func status(of track: Track, at now: NIODeadline) -> StreamStatus.Track {
        let count = counts[Int(track.id.rawValue)]
        return StreamStatus.Track(
            track: track,
            frameRate: frameRate(track.id, at: now),
            bitRate: bitRate(track.id, at: now),
            group: count.group,
            keyFrameAge: count.keyFrame.map { now - $0.arrival }
        )
    }

    private mutating func recordKeyFrame(_ index: Int, _ decodeTime: Int64, _ now: NIODeadline) {
        if let last = counts[index].keyFrame {
            let (microseconds, overflows) = decodeTime.subtractingReportingOverflow(last.decodeTime)
            // A clock that jumps gives no duration.
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

    /// Measured from the first frame to the last, so that the rate of an even stream is exact; up to now if frames have
    /// ceased to arrive.
    private func frameRate(_ track: TrackID, at now: NIODeadline) -> Double {
        let newest = counts[Int(track.rawValue)]
        let (_, count) = start(of: track)
        // The very first frame begins its interval, it does not end one.
        let frames = newest.frames - count.frames - (count.lastArrival == nil ? 1 : 0)
        guard frames > 0, let first = count.lastArrival ?? newest.firstArrival, let last = newest.lastArrival,
            last > first
        else { return 0 }
        let interval = (last - first).seconds / Double(frames)
        let silence = (now - last).seconds
        return silence > 2 * interval ? Double(frames) / (now - first).seconds : 1 / interval
    }

    /// The start of the window, and the counts at that time.
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
