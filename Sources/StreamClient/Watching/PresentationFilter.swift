import StreamProtocol

/// Tells which frames of a watched stream can be decoded, and which of these are right and can be shown.
///
/// Pass every frame, gap and discontinuity in order:
///
///     switch filter.use(of: frame.header) {
///     case .show: decoder.decode(frame, shows: true)
///     case .decode: decoder.decode(frame, shows: false)
///     case .skip: break
///     }
///
/// The value does no I/O and reads no clock.
public struct PresentationFilter: Sendable {
    /// What to do with a frame.
    public enum Use: Hashable, Sendable {
        /// Decode and show it.
        case show
        /// Decode it for later frames, and do not show it: it refers to pictures that the watcher does not have.
        case decode
        /// Leave it out: it cannot be decoded.
        case skip
    }

    private enum State {
        /// Decoding has not begun, or frames are missing.
        case waiting
        /// Decoding began at a gradual frame, and the recovered frame has not come.
        case recovering
        /// Frames with this presentation time or a later one are right.
        case right(from: Int64)
    }

    private struct TrackState {
        var epoch: UInt32
        var state = State.waiting
    }

    private var tracks: [TrackID: TrackState] = [:]

    /// Starts before the first frame.
    public init() {}

    /// Takes the next frame.
    public mutating func use(of frame: FrameHeader) -> Use {
        var track = tracks[frame.track] ?? TrackState(epoch: frame.epoch)
        if track.epoch != frame.epoch { track = TrackState(epoch: frame.epoch) }
        defer { tracks[frame.track] = track }
        track.state = Self.state(after: track.state, frame)
        switch track.state {
        case .waiting: return .skip
        case .recovering: return .decode
        case .right(let time): return frame.presentationTime >= time ? .show : .decode
        }
    }

    /// Takes a gap. Unless it names frames that no other frame needs, decoding begins anew.
    ///
    /// - Parameter isHarmless: Whether the gap names only such frames.
    public mutating func take(_ gap: Gap, isHarmless: Bool = false) {
        guard !isHarmless else { return }
        tracks[gap.track] = TrackState(epoch: gap.epoch)
    }

    /// Takes a discontinuity. Decoding begins anew: after a restart of the relay, epochs have the same numbers again.
    public mutating func take(_ discontinuity: StreamDiscontinuity) {
        tracks = [:]
    }

    private static func state(after state: State, _ frame: FrameHeader) -> State {
        switch state {
        case .right:
            // With all frames before it decoded, everything after this frame is right. The clock may begin anew.
            let isNewStart = frame.flags.contains(.randomAccess) || frame.flags.contains(.discontinuity)
            return isNewStart ? .right(from: .min) : state
        case .recovering where frame.flags.contains(.recovered), .recovering where frame.flags.contains(.randomAccess):
            return .right(from: frame.presentationTime)
        case .recovering: return .recovering
        case .waiting where frame.flags.contains(.randomAccess): return .right(from: frame.presentationTime)
        case .waiting where frame.flags.contains(.gradual):
            return frame.flags.contains(.recovered) ? .right(from: frame.presentationTime) : .recovering
        case .waiting: return .waiting
        }
    }
}
