#if Player
    import Libav
    import Platform
    import StreamClient
    import StreamProtocol

    /// Plays one stream in a pane of the window: its source, a thread for each decoder, and one that shows pictures on
    /// time. ``PlayedStream`` decides; this class performs.
    final class StreamPlayer: Sendable {
        /// What the player does for a stream.
        struct Surroundings: Sendable {
            let pictures: any PictureSink
            /// The stream has a track of sound, or none.
            let soundChanged: @Sendable (_ hasTrack: Bool) -> Void
            /// Shows the user a sentence.
            let report: @Sendable (String) -> Void
            /// Saves a picture as a file.
            let save: SnapshotSaver
        }

        /// What to receive next.
        private enum Wish: Sendable {
            case receive(history: Int64)
            case pause
        }

        /// How the text over the picture is made.
        private struct Display {
            var showsStatistics = false
            var isPaused = false
            var isSelected = false
            var last: PaneOverlay?
        }

        private let source: any PlayerSource
        private let pane: Int
        private let surroundings: Surroundings
        private let stream: Guarded<PlayedStream<DecodedPicture>>
        private let display = Mutex(Display())
        /// Asks the source what a user should know who waits.
        private let waitDescription = Mutex<Task<Void, Never>?>(nil)
        private let lastPicture = Mutex<DecodedPicture?>(nil)
        private let failure = Mutex<(any Error)?>(nil)
        private let usesHardware = Atomic(false)
        private let wishes: AsyncStream<Wish>
        private let wish: AsyncStream<Wish>.Continuation
        private let ends: AsyncStream<Void>
        private let end: AsyncStream<Void>.Continuation

        /// - Parameter target: See ``PlayedStream/init(target:now:)``.
        init(_ source: any PlayerSource, pane: Int, target: Int64, _ surroundings: Surroundings) {
            self.source = source
            self.pane = pane
            self.surroundings = surroundings
            stream = Guarded(PlayedStream(target: target, now: SystemClock.monotonicTime))
            // Of wishes that come at once, the last one counts.
            (wishes, wish) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
            (ends, end) = AsyncStream.makeStream()
        }

        var name: String { source.name }

        /// Plays until the stream ends, or ``stop()``.
        ///
        /// - Throws: Why the source ended, if not by the stream's end.
        func run() async throws {
            let threads: [(String, @Sendable () -> Void)] = [
                ("play video", { self.decodePictures() }), ("play audio", { self.decodeSound() }),
                ("play pictures", { self.showPictures() }),
            ]
            var running = 0
            for (name, body) in threads {
                let hasStarted = SystemThread.start(name) {
                    body()
                    self.end.yield()
                }
                if hasStarted { running += 1 } else { stop() }
            }
            let isComplete = running == threads.count
            if isComplete { await receive() }
            while running > 0 {
                for await _ in ends { break }
                running -= 1
            }
            guard isComplete else { throw PlaybackError.noThread }
            if let failure = failure.withLock({ $0 }) { throw failure }
        }

        /// Ends ``run()`` now, from any thread.
        func stop() {
            stream.change { $0.close() }
        }

        /// Receives what is wished, until the thread of the pictures ends.
        private func receive() async {
            wish.yield(.receive(history: 0))
            var attempt: Task<Void, Never>?
            for await wish in wishes {
                attempt?.cancel()
                await attempt?.value
                attempt = nil
                guard case .receive(let history) = wish else { continue }
                stream.change { $0.begin(history: history, now: SystemClock.monotonicTime) }
                attempt = Task { await self.receive(history: history) }
            }
            attempt?.cancel()
            await attempt?.value
        }

        private func receive(history: Int64) async {
            do {
                try await source.run(history: .microseconds(history)) { self.take($0) }
                guard !Task.isCancelled else { return }
                stream.change { $0.finish(nil) }
            } catch is CancellationError {
                return
            } catch {
                guard !Task.isCancelled else { return }
                failure.withLock { $0 = error }
                stream.change { $0.finish((error as? ClientError)?.reason ?? "\(error)") }
            }
        }

        private func take(_ event: WatchEvent) {
            let (now, wallTime) = (SystemClock.monotonicTime, SystemClock.wallTime)
            perform(stream.change { $0.receive(event, now: now, wallTime: wallTime) })
        }

        private func perform(_ actions: [PlayedStream<DecodedPicture>.Action]) {
            for action in actions {
                switch action {
                case .expect(let size):
                    surroundings.pictures.expect(width: Int(size.width), height: Int(size.height), in: pane)
                case .requestKeyFrame(let track): source.requestKeyFrame(track)
                case .soundChanged(let hasTrack): surroundings.soundChanged(hasTrack)
                case .messageChanged: updateOverlay()
                case .describeWait: describeWait()
                case .report(let text): surroundings.report(text)
                }
            }
        }
    }

    extension StreamPlayer {
        private func describeWait() {
            let task = Task {
                guard let text = await source.waitingText(), !Task.isCancelled else { return }
                perform(stream.change { $0.waits(text) })
            }
            // An earlier answer is out of date.
            let earlier = waitDescription.withLock { description in
                defer { description = task }
                return description
            }
            earlier?.cancel()
        }
    }

    // MARK: What the user does

    extension StreamPlayer {
        func pause(_ isPaused: Bool) {
            guard !source.canRewind else {
                wish.yield(isPaused ? .pause : .receive(history: 0))
                return
            }
            source.pause(isPaused)
            if !isPaused { stream.change { $0.resume(now: SystemClock.monotonicTime) } }
        }

        /// Begins so much further back, or nearer to the live edge.
        func rewind(by microseconds: Int64) {
            guard source.canRewind else {
                say("Only streams of a relay can be rewound.")
                return
            }
            wish.yield(.receive(history: stream.access { $0.rewind(by: microseconds) }))
        }

        func snapshot() {
            guard let picture = lastPicture.withLock({ $0 }) else { return }
            let hasStarted = SystemThread.start("snapshot") {
                do {
                    let image = try ImageEncoder.encode(picture, as: .png)
                    self.say(self.surroundings.save(image, self.source.name))
                } catch {
                    self.say("The picture cannot be encoded (\(error)).")
                }
            }
            if !hasStarted { say("The system cannot create a thread; close other programs.") }
        }

        /// Shows a sentence for a while.
        func say(_ text: String) {
            stream.access { $0.notice(text, now: SystemClock.monotonicTime) }
            updateOverlay()
        }

        func display(showsStatistics: Bool, isPaused: Bool, isSelected: Bool) {
            display.withLock {
                ($0.showsStatistics, $0.isPaused, $0.isSelected) = (showsStatistics, isPaused, isSelected)
            }
            updateOverlay()
        }

        /// Brings the text over the picture up to date.
        func updateOverlay() {
            // In one piece, so that an older text never replaces a newer one.
            display.withLock { display in
                let overlay = stream.access {
                    $0.overlay(
                        showsStatistics: display.showsStatistics,
                        isPaused: display.isPaused,
                        isSelected: display.isSelected,
                        name: source.name,
                        now: SystemClock.monotonicTime
                    )
                }
                guard overlay != display.last else { return }
                display.last = overlay
                surroundings.pictures.overlay(overlay, in: pane)
            }
        }
    }

    // MARK: Threads

    extension StreamPlayer {
        private func decodePictures() {
            // Without a GPU, software decodes from the start; nothing is wrong then.
            let device = try? HardwareDevice()
            var decoder: VideoDecoder?
            var run = 0
            while case .take(let step) = stream.wait({ stream, _ in stream.nextVideo() }) {
                let emit = { (output: VideoDecoder.Output) in
                    self.usesHardware.store(decoder?.usesHardware ?? false, ordering: .relaxed)
                    self.take(output, run: run)
                }
                switch step {
                case .begin(let next): (decoder, run) = (nil, next)
                case .track(let track):
                    if let decoder, decoder.track == track.id {
                        decoder.follow(track)
                    } else {
                        decoder = VideoDecoder(track, device: device)
                    }
                case .frame(let frame): decoder?.receive(frame, emit)
                case .gap(let gap): decoder?.miss(gap, emit)
                case .discontinuity(let discontinuity, let next):
                    decoder?.miss(discontinuity, emit)
                    run = next
                case .finish:
                    decoder?.finish(emit)
                    stream.change { $0.decoderFinished() }
                }
            }
        }

        private func take(_ output: VideoDecoder.Output, run: Int) {
            switch output {
            case .picture(let picture):
                let now = SystemClock.monotonicTime
                stream.change { $0.decoded(picture, of: picture.header, run: run, now: now) }
            case .keyFrameNeeded: if let track = stream.access({ $0.videoTrack }) { source.requestKeyFrame(track) }
            case .problem(let problem): take(problem)
            }
        }

        private func take(_ problem: DecodingProblem) {
            perform(stream.access { $0.failed(problem) })
            surroundings.report(problem.description)
        }

        private func decodeSound() {
            var decoder: AudioDecoder?
            var run = 0
            while case .take(let step) = nextSound() {
                let emit = { (output: AudioDecoder.Output) in
                    switch output {
                    case .sound(let sound):
                        let now = SystemClock.monotonicTime
                        let samples = sound.samples[...]
                        self.stream.access {
                            $0.decodedSound(samples.span, media: sound.presentationTime, run: run, now: now)
                        }
                    case .problem(let problem): self.take(problem)
                    }
                }
                switch step {
                case .begin(let next): (decoder, run) = (nil, next)
                case .track(let track):
                    if let decoder, decoder.track == track.id {
                        decoder.follow(track, emit)
                    } else {
                        decoder = AudioDecoder(track, emit)
                    }
                case .frame(let frame): decoder?.receive(frame, emit)
                case .gap: decoder?.miss()
                case .discontinuity(_, let next):
                    decoder?.miss()
                    run = next
                case .finish: stream.change { $0.decoderFinished() }
                }
            }
        }

        private func nextSound() -> PlayedStream<DecodedPicture>.DecoderStep {
            stream.wait { $0.nextAudio(now: SystemClock.monotonicTime, deadline: &$1) }
        }

        private func showPictures() {
            let adapter = PictureAdapter()
            loop: while true {
                switch stream.wait({ $0.nextPicture(now: SystemClock.monotonicTime, deadline: &$1) }) {
                case .show(let picture): show(picture, adapter)
                case .discarded: continue
                case .end: break loop
                }
            }
            stream.change {
                $0.ended()
                $0.close()
            }
            updateOverlay()
            wish.finish()
        }

        private func show(_ picture: DecodedPicture, _ adapter: PictureAdapter) {
            lastPicture.withLock { $0 = picture }
            do throws(LibavError) {
                let header = picture.header
                surroundings.pictures.show(try adapter.adapt(picture), in: pane) { _ in self.shown(header) }
            } catch {
                say("The picture cannot be shown (\(error)).")
            }
        }

        /// A picture was given to the screen.
        private func shown(_ header: FrameHeader) {
            let wallTime = SystemClock.wallTime
            let actions = stream.access {
                $0.shown(
                    header,
                    wallTime: wallTime,
                    isLocal: source.isLocal,
                    usesHardware: usesHardware.load(ordering: .relaxed)
                )
            }
            perform(actions)
        }
    }

    // MARK: Sound

    extension StreamPlayer {
        /// A device plays this stream from now on.
        func soundBegan(latency: Int64) {
            stream.change {
                $0.soundBegan(channels: AudioDecoder.channels, rate: AudioDecoder.sampleRate, latency: latency)
            }
        }

        func soundEnded() {
            stream.change { $0.soundEnded() }
        }

        /// The device asks for samples.
        func playSound(into output: inout MutableSpan<Float>, heardAt: Int64, now: Int64) {
            stream.access { $0.playSound(into: &output, heardAt: heardAt, now: now) }
        }
    }
#endif
