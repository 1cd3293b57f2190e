import StreamClient
import StreamProtocol

/// One stream of a player, between the events of its source and what is seen and heard. A value without I/O; all times
/// are microseconds of the monotonic clock unless stated otherwise.
///
/// The player keeps it behind a lock. Its source passes events; threads take steps for the decoders and pictures for the
/// window; the sound device takes samples.
struct PlayedStream<Picture: Sendable>: Sendable {
    /// What follows from an event.
    enum Action: Hashable, Sendable {
        /// Pictures of this size follow.
        case expect(PictureSize)
        /// Ask the publisher for a key frame.
        case requestKeyFrame(TrackID)
        /// The stream has a track of sound, or none.
        case soundChanged(hasTrack: Bool)
        /// The text over the picture may be another one.
        case messageChanged
        /// Ask the source what to tell a user who waits; see ``waits(_:)``.
        case describeWait
        /// Tell the user.
        case report(String)
    }

    /// What the thread of the pictures does.
    enum PictureStep {
        case show(Picture)
        /// There is room for more pictures.
        case discarded
        /// All was shown.
        case end
    }

    /// What a decoder's thread does.
    enum DecoderStep {
        case take(DecodingQueue.Step)
        case end
    }

    private(set) var playout: StreamPlayout<Picture>
    private(set) var statistics = PlayerStatistics()
    private(set) var texts = PlayerTexts()
    private var video = DecodingQueue()
    private var audio = DecodingQueue()
    private var tracks: [TrackID: Track] = [:]
    private var hasSound = false
    /// Counts connections that begin anew, and generations: pictures of an earlier run are not shown.
    private var run = 0
    /// The first frame of pictures of the present time line.
    private var lineStart: (epoch: UInt32, sequence: UInt64)?
    /// How old the first frame of the run is, and whether it is played now.
    private var beginning: (age: Int64, rewinds: Bool) = (0, false)
    /// How far back the next connection begins.
    private(set) var history: Int64 = 0
    private var isNewConnection = false
    private var unfinishedDecoders = 2
    private var isFinishing = false
    private var endReason: String?
    private var isClosed = false

    /// - Parameter target: How long frames wait after their arrival at least; 0 leaves it to the jitter.
    init(target: Int64, now: Int64) {
        playout = StreamPlayout(target: target, now: now)
    }

    /// The number of the track of pictures; `nil` without one.
    var videoTrack: TrackID? { tracks.values.first { $0.kind == .video }?.id }
}

// MARK: From the source

extension PlayedStream {
    /// The source connects, and begins so far behind the live edge.
    mutating func begin(history: Int64, now: Int64) {
        self.history = max(0, history)
        isNewConnection = true
        texts.connecting()
        beginRun(now: now)
        video.removeAll()
        audio.removeAll()
        append(.begin(run: run))
        tracks = [:]
    }

    /// The history of a connection that begins so much further back; negative for nearer to the live edge.
    mutating func rewind(by time: Int64) -> Int64 {
        // Several keys may be pressed before one connection begins.
        history = max(0, history + time)
        return history
    }

    /// The source paused, and goes on. Its frames come later than expected from now on.
    mutating func resume(now: Int64) {
        playout.restart(now: now)
        lineStart = nil
        beginning = (0, false)
    }

    /// Takes an event.
    ///
    /// - Parameter wallTime: By the wall clock.
    mutating func receive(_ event: WatchEvent, now: Int64, wallTime: Int64) -> [Action] {
        switch event {
        case .connected(let welcome): return connected(welcome, now: now)
        case .tracks(let table): return follow(table)
        case .frame(let frame): return receive(frame.protocolFrame, now: now)
        case .gap(let gap):
            statistics.missed(gap)
            guard let track = tracks[gap.track] else { return [] }
            if track.kind == .video { video.append(.gap(gap)) } else { audio.append(.gap(gap)) }
            return []
        case .discontinuity(let discontinuity):
            beginRun(now: now)
            append(.discontinuity(discontinuity, run: run))
            return []
        case .state(let state):
            texts.state = state
            return [.messageChanged]
        case .clock(let estimate):
            statistics.clock = estimate
            return []
        case .disconnected(let error, _):
            return texts.problem(with: error).map { [.messageChanged, .report($0)] } ?? []
        }
    }

    /// The source has ended. What waits is still played.
    ///
    /// - Parameter reason: Why, if it was not the stream's own end.
    mutating func finish(_ reason: String?) {
        guard !isFinishing else { return }
        isFinishing = true
        endReason = reason
        append(.finish)
    }

    /// All was played: the picture says why there are no more.
    mutating func ended() {
        texts.end(endReason)
    }

    /// Ends the threads now.
    mutating func close() {
        isClosed = true
    }

    private mutating func connected(_ welcome: Welcome, now: Int64) -> [Action] {
        texts.connected(welcome.state)
        statistics.clock = nil
        if isNewConnection {
            isNewConnection = false
            let age = Int64(welcome.history ?? 0) * 1000
            beginning = (age, history > 0)
            if history > 0 {
                texts.notice("\(Double(age / 100_000) / 10) s behind", until: now + PlayerTexts.noticeTime)
            }
        }
        return welcome.state == .waiting ? [.messageChanged, .describeWait] : [.messageChanged]
    }

    /// The source knows what a user should know who waits.
    mutating func waits(_ text: String) -> [Action] {
        texts.waits(text).map { [.messageChanged, .report($0)] } ?? []
    }

    private mutating func follow(_ table: TrackTable) -> [Action] {
        var chosen: [TrackID: Track] = [:]
        for (kind, codec) in [(TrackKind.video, FourCC.h264), (.audio, .aac)] {
            let track = table.tracks.filter { $0.kind == kind && $0.codec == codec }.min { $0.id < $1.id }
            guard let track else { continue }
            chosen[track.id] = track
            guard tracks[track.id] != track else { continue }
            if kind == .video { video.append(.track(track)) } else { audio.append(.track(track)) }
        }
        tracks = chosen
        texts.follow(table, plays: Array(chosen.values))
        statistics.tracks = chosen.values.sorted { $0.id < $1.id }
        var actions: [Action] = [.messageChanged]
        if let size = chosen.values.first(where: { $0.kind == .video })?.size, size.width > 0, size.height > 0 {
            actions.append(.expect(size))
        }
        if hasSound != chosen.values.contains(where: { $0.kind == .audio }) {
            hasSound.toggle()
            actions.append(.soundChanged(hasTrack: hasSound))
        }
        return actions
    }

    private mutating func receive(_ frame: Frame, now: Int64) -> [Action] {
        statistics.received(frame)
        let header = frame.header
        guard let track = tracks[header.track] else { return [] }
        let kind: PlaybackClock.Kind = track.kind == .video ? .video : .audio
        let isJump = playout.received(
            kind,
            track: UInt8(clamping: header.track.rawValue),
            media: header.presentationTime,
            decodeTime: header.decodeTime,
            isDiscontinuity: header.flags.contains(.discontinuity),
            now: now,
            age: beginning.age,
            rewinds: beginning.rewinds
        )
        if isJump {
            lineStart = nil
            audio.discardFrames()
        }
        guard kind == .video else {
            _ = audio.append(frame)
            return []
        }
        if lineStart == nil { lineStart = (header.epoch, header.sequence) }
        if header.flags.contains(.randomAccess), isBehind(now: now) { statistics.skipped += video.discardFrames() }
        let discarded = video.append(frame)
        statistics.skipped += discarded
        return discarded > 0 ? [.requestKeyFrame(header.track)] : []
    }

    /// Whether a random access point overtakes the frames that wait.
    private func isBehind(now: Int64) -> Bool {
        guard video.frameCount > DecodingQueue.fewFrames, let first = video.firstFrame else { return false }
        return playout.isOvertaken(media: first.header.presentationTime, now: now)
    }

    private mutating func beginRun(now: Int64) {
        run += 1
        lineStart = nil
        beginning = (0, false)
        playout.restart(now: now)
    }

    private mutating func append(_ step: DecodingQueue.Step) {
        video.append(step)
        audio.append(step)
    }
}

// MARK: For the decoders

extension PlayedStream {
    /// The next step of the decoder of pictures; `nil` while there is none.
    mutating func nextVideo() -> DecoderStep? {
        guard !isClosed else { return .end }
        if case .frame = video.first, !playout.pictures.mayDecode { return nil }
        return video.next().map { .take($0) }
    }

    /// The next step of the decoder of sound; `nil` while there is none.
    ///
    /// - Parameter deadline: When to ask again at the latest.
    mutating func nextAudio(now: Int64, deadline: inout Int64?) -> DecoderStep? {
        guard !isClosed else { return .end }
        while case .frame(let frame) = audio.first {
            // Nothing is decoded that is not heard.
            guard playout.sound != nil else {
                _ = audio.next()
                continue
            }
            switch playout.decodingTime(ofSound: frame.header.presentationTime, now: now) {
            case .now: return audio.next().map { .take($0) }
            case .later(let time):
                deadline = time
                return nil
            case .never: _ = audio.next()
            }
        }
        return audio.next().map { .take($0) }
    }

    /// A picture was decoded.
    ///
    /// - Parameter run: Of the frames that were decoded.
    mutating func decoded(_ picture: Picture, of header: FrameHeader, run: Int, now: Int64) {
        guard run == self.run, let start = lineStart, header.epoch == start.epoch, header.sequence >= start.sequence
        else {
            return
        }
        playout.decoded(picture, media: header.presentationTime, now: now)
    }

    /// Sound was decoded; see ``StreamPlayout/decodedSound(_:media:now:)``.
    mutating func decodedSound(_ samples: Span<Float>, media: Int64, run: Int, now: Int64) {
        guard run == self.run else { return }
        playout.decodedSound(samples, media: media, now: now)
    }

    /// A decoder reports an error.
    mutating func failed(_ problem: DecodingProblem) -> [Action] {
        statistics.problems += 1
        guard problem.consequence == .givesUp else { return [] }
        texts.problem(of: problem)
        return [.messageChanged]
    }

    /// A decoder has decoded its last frame.
    mutating func decoderFinished() {
        unfinishedDecoders -= 1
    }
}

// MARK: What is seen and heard

extension PlayedStream {
    /// What is due; `nil` while nothing is.
    ///
    /// - Parameter deadline: When to ask again at the latest.
    mutating func nextPicture(now: Int64, deadline: inout Int64?) -> PictureStep? {
        guard !isClosed else { return .end }
        let step = playout.nextPicture(now: now)
        if let shown = step.shown { return .show(shown) }
        if !step.discarded.isEmpty { return .discarded }
        deadline = step.wakeTime
        guard isFinishing, unfinishedDecoders <= 0, step.wakeTime == nil else { return nil }
        guard let level = playout.sound?.level, level > 0 else { return .end }
        // The device takes samples without waking this thread.
        deadline = now + level
        return nil
    }

    /// A picture was given to the screen.
    ///
    /// - Parameters:
    ///   - wallTime: When, by the wall clock.
    ///   - isLocal: Whether the publisher's clock is this machine's.
    mutating func shown(_ header: FrameHeader, wallTime: Int64, isLocal: Bool, usesHardware: Bool) -> [Action] {
        statistics.shown(header, wallTime: wallTime, isLocal: isLocal)
        statistics.usesHardware = usesHardware
        return texts.pictureShown() ? [.messageChanged] : []
    }

    /// A sound device plays this stream from now on.
    mutating func soundBegan(channels: Int, rate: Int, latency: Int64) {
        playout.soundBegan(channels: channels, rate: rate, latency: latency)
    }

    /// This stream is not heard any more.
    mutating func soundEnded() {
        playout.soundEnded()
    }

    /// The device asks for samples.
    mutating func playSound(into output: inout MutableSpan<Float>, heardAt: Int64, now: Int64) {
        playout.playSound(into: &output, heardAt: heardAt, now: now)
    }

    /// Shows a sentence for a while.
    mutating func notice(_ text: String, now: Int64) {
        texts.notice(text, until: now + PlayerTexts.noticeTime)
    }

    /// The text over the picture.
    mutating func overlay(
        showsStatistics: Bool,
        isPaused: Bool,
        isSelected: Bool,
        name: String,
        now: Int64
    ) -> PaneOverlay {
        let lines = showsStatistics ? statistics.lines(name: name, playout, now: now) : []
        let message = isPaused ? PlayerTexts.paused : texts.message(now: now)
        return PaneOverlay(message: message, statistics: lines, isSelected: isSelected)
    }
}
