import H264
import NIOCore
import StreamClient
import StreamProtocol

/// Decides what the decoder of one video track does.
///
/// A decoder is opened for an SPS, at a frame where decoding can begin. Another SPS opens another decoder, after the
/// pictures of the old one came out. After a gap or an error, decoding begins again at the next such frame.
///
/// The value does no I/O and reads no clock.
package struct VideoDecodingSession: Sendable {
    /// What the decoder does next.
    package enum Action: Hashable, Sendable {
        /// Close the decoder, if there is one, and open another.
        case open(VideoConfiguration, Acceleration)
        /// Decode a frame.
        ///
        /// - isShown: Whether its picture is right; otherwise it only serves later ones.
        /// - prefix: Parameter sets that go before it.
        case decode(Frame, isShown: Bool, prefix: [UInt8])
        /// Emit the pictures that the decoder holds. It is then as new.
        case drain
        /// Close the decoder.
        case close
        /// Ask the publisher for a key frame.
        case requestKeyFrame
        /// Report an error.
        case report(DecodingProblem)
    }

    /// What decodes.
    package enum Acceleration: Hashable, Sendable {
        case software, hardware
    }

    private enum State {
        case closed
        /// A decoder is open.
        ///
        /// - holds: Whether frames were given to it since it was drained.
        case open(VideoConfiguration, holds: Bool)
        /// No decoder can be opened.
        case failed
    }

    /// A request for a key frame is repeated after this much of the stream, in microseconds. A watcher of a relay also
    /// limits requests by the clock.
    package static let requestInterval: Int64 = 2_000_000

    private let track: TrackID
    private var state = State.closed
    private var acceleration: Acceleration
    /// Whether the open decoder decodes in software, because the GPU does not know the stream's format.
    private var isInSoftware = false
    private var filter = PresentationFilter()
    private var sets = ParameterSetsInForce()
    private var frameRate: Track.Rate?
    /// Whether parameter sets have come in a frame without a picture, which decoders refuse.
    private var hasSetsToPass = false
    private var replay = DecodingReplay()
    /// The decode time of the frame with which a key frame was last requested; `nil` if none is needed.
    private var lastRequest: Int64?

    /// - Parameter acceleration: What decodes, as long as it can.
    package init(track: TrackID, acceleration: Acceleration) {
        self.track = track
        self.acceleration = acceleration
    }

    /// Takes the track's description, which comes before its frames and whenever it changes.
    package mutating func follow(_ track: Track) {
        frameRate = track.frameRate
        sets.add(configuration: track.configuration)
    }

    /// Takes the next frame of the track.
    package mutating func receive(_ frame: Frame) -> [Action] {
        let beginning = sets.read(frame.payload.readableBytesSpan)
        guard beginning.hasPicture else {
            hasSetsToPass = true
            return []
        }
        if case .failed = state { return [] }
        let use = filter.use(of: frame.header)
        guard use != .skip else { return skip(frame.header) }
        lastRequest = nil
        var actions: [Action] = []
        if frame.header.flags.isStart { actions += begin(at: frame.header, beginning) }
        guard case .open(let configuration, _) = state else { return actions }
        state = .open(configuration, holds: true)
        let prefix = hasSetsToPass ? sets.bytes : []
        hasSetsToPass = false
        if mayFailInHardware { replay.append(frame, isShown: use == .show, prefix: prefix) }
        return actions + [.decode(frame, isShown: use == .show, prefix: prefix)]
    }

    /// Frames of the track are missing.
    package mutating func miss(_ gap: Gap) -> [Action] {
        filter.take(gap)
        replay.removeAll()
        return drain()
    }

    /// Another generation of the stream follows.
    package mutating func miss(_ discontinuity: StreamDiscontinuity) -> [Action] {
        filter.take(discontinuity)
        replay.removeAll()
        return drain()
    }

    /// A picture has come out of the decoder, and is shown.
    package mutating func emitted(_ header: FrameHeader) {
        if mayFailInHardware { replay.emitted(header) }
    }

    /// The open decoder decodes without the GPU.
    package mutating func decodesInSoftware() {
        guard mayFailInHardware else { return }
        isInSoftware = true
        replay.removeAll()
    }

    /// The decoder could not decode a frame.
    ///
    /// - Parameter reason: Without a full stop.
    package mutating func fail(at header: FrameHeader, reason: String) -> [Action] {
        guard case .open(let configuration, _) = state else { return [] }
        var problem = DecodingProblem(
            track: track,
            kind: .video,
            number: header.sequence,
            reason: reason,
            consequence: .waitsForKeyFrame
        )
        if mayFailInHardware {
            acceleration = .software
            problem.consequence = .continuesInSoftware
            let frames = replay.frames
            replay.removeAll()
            // The pictures that the decoder holds do not come out of it: some are broken, and all are decoded again.
            guard let frames else { return [.report(problem)] + restart(at: header) + reopen(configuration) }
            let actions = [.report(problem)] + reopen(configuration) + frames
            if !frames.isEmpty { state = .open(configuration, holds: true) }
            return actions
        }
        guard !header.flags.contains(.discardable) else {
            problem.consequence = .leavesOut
            return [.report(problem)]
        }
        return [.report(problem)] + drain() + restart(at: header)
    }

    /// The decoder could not be opened.
    ///
    /// - Parameter reason: Without a full stop.
    package mutating func failToOpen(reason: String) -> [Action] {
        guard case .open(let configuration, _) = state else { return [] }
        let problem = DecodingProblem(
            track: track,
            kind: .video,
            number: nil,
            reason: reason,
            consequence: acceleration == .hardware ? .continuesInSoftware : .givesUp
        )
        guard acceleration == .hardware else {
            state = .failed
            return [.report(problem), .close]
        }
        acceleration = .software
        replay.removeAll()
        return [.report(problem)] + reopen(configuration)
    }

    /// The stream has ended.
    package mutating func finish() -> [Action] {
        defer { state = .closed }
        return drain() + [.close]
    }

    /// Opens a decoder for the frame if the one that is open is for another SPS.
    private mutating func begin(
        at header: FrameHeader,
        _ beginning: ParameterSetsInForce.Beginning
    ) -> [Action] {
        var configuration = VideoConfiguration(sps: beginning.sps?.bytes ?? [])
        if case .open(let current, _) = state, current.sps == configuration.sps || configuration.sps.isEmpty {
            replay.begin()
            return []
        }
        let sps = beginning.sps?.value
        configuration.parameterSets = sets.bytes
        configuration.reorderDepth = VideoConfiguration.reorderDepth(
            sps,
            lead: header.presentationTime.subtractingClamped(header.decodeTime),
            frameRate: frameRate
        )
        if let size = sps?.croppedSize, let width = UInt16(exactly: size.width),
            let height = UInt16(exactly: size.height)
        {
            configuration.size = PictureSize(width: width, height: height)
        }
        replay.removeAll()
        replay.begin()
        hasSetsToPass = false
        return drain() + reopen(configuration)
    }

    private var mayFailInHardware: Bool { acceleration == .hardware && !isInSoftware }

    private mutating func reopen(_ configuration: VideoConfiguration) -> [Action] {
        state = .open(configuration, holds: false)
        isInSoftware = false
        return [.open(configuration, acceleration)]
    }

    private mutating func drain() -> [Action] {
        guard case .open(let configuration, holds: true) = state else { return [] }
        state = .open(configuration, holds: false)
        return [.drain]
    }

    private mutating func restart(at header: FrameHeader) -> [Action] {
        filter = PresentationFilter()
        replay.removeAll()
        lastRequest = header.decodeTime
        return [.requestKeyFrame]
    }

    /// Leaves out a frame that cannot be decoded.
    private mutating func skip(_ header: FrameHeader) -> [Action] {
        guard let last = lastRequest else {
            // The relay asks for a key frame itself if a viewer joins or skips.
            lastRequest = header.decodeTime
            return []
        }
        let passed = header.decodeTime.subtractingClamped(last)
        guard passed >= Self.requestInterval || passed < 0 else { return [] }
        lastRequest = header.decodeTime
        return [.requestKeyFrame]
    }
}

extension Int64 {
    /// The difference; the times are the publisher's, and wrong ones must not trap.
    func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
