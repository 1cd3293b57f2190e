#if Player
    import Platform

    /// Plays streams in a window, side by side, until the user ends it or all streams have ended.
    package final class Player: Sendable {
        /// The text over the pictures is brought up to date so often.
        private static let overlayInterval = Duration.milliseconds(500)

        private struct State {
            /// Whether the user or the program ends the player.
            var isStopped = false
            /// The streams that have not ended.
            var running: Int
            var failure: (any Error)?
        }

        private let sources: [any PlayerSource]
        private let settings: PlayerSettings
        private let output: any SoundOutput
        private let save: SnapshotSaver
        private let report: @Sendable (String) -> Void
        private let pictures: PictureMailbox
        private let state: Mutex<State>

        /// - Parameters:
        ///   - sources: A pane of the window for each.
        ///   - report: Shows the user a sentence outside the window.
        package init(
            _ sources: [any PlayerSource],
            _ settings: PlayerSettings,
            sound output: any SoundOutput = SystemSound(),
            save: @escaping SnapshotSaver,
            report: @escaping @Sendable (String) -> Void
        ) {
            (self.sources, self.settings, self.output) = (sources, settings, output)
            (self.save, self.report) = (save, report)
            pictures = PictureMailbox(panes: sources.count)
            state = Mutex(State(running: sources.count))
        }

        /// Ends ``run()``, from any thread.
        package func stop() {
            state.withLock { $0.isStopped = true }
            pictures.stop()
        }

        /// Opens the window, and plays. It keeps the main actor's thread until the window is closed.
        ///
        /// - Throws: ``PlaybackError`` without a screen; or the first error of a source, unless the player was ended
        ///   before all streams were.
        @MainActor package func run() async throws {
            let routing = Guarded(SoundRouting())
            let streams = sources.enumerated().map { makeStream($1, pane: $0, routing) }
            // They connect and decode while the window opens, which takes as long.
            let tasks = streams.map { stream in Task.detached { await self.play(stream) } }
            let result = Result { () throws(PlaybackError) in try show(streams, routing) }
            for stream in streams { stream.stop() }
            for task in tasks { await task.value }
            try result.get()
            let (isStopped, failure) = state.withLock { ($0.isStopped, $0.failure) }
            if let failure, !isStopped { throw failure }
        }

        private func makeStream(
            _ source: any PlayerSource,
            pane: Int,
            _ routing: Guarded<SoundRouting>
        ) -> StreamPlayer {
            StreamPlayer(
                source,
                pane: pane,
                target: Int64(clamping: settings.latency / .microseconds(1)),
                StreamPlayer.Surroundings(
                    pictures: pictures,
                    soundChanged: { hasTrack in routing.change { $0.changed(pane, hasSound: hasTrack) } },
                    report: prefixed(source),
                    save: save
                )
            )
        }

        /// SDL wants one thread for its window, so nothing suspends here.
        @MainActor private func show(
            _ streams: [StreamPlayer],
            _ routing: Guarded<SoundRouting>
        ) throws(PlaybackError) {
            let window = try open()
            defer { window.close() }
            let sound = PlayerSound(output, routing, streams: streams, report: report)
            guard sound.start() else { throw .noThread }
            var controls = PlayerControls(
                count: streams.count,
                isMuted: settings.isMuted,
                showsStatistics: settings.showsStatistics
            )
            routing.change { $0.wanted = controls.heard }
            display(controls, on: streams)
            let clock = Task.detached {
                while (try? await Task.sleep(for: Self.overlayInterval)) != nil {
                    for stream in streams { stream.updateOverlay() }
                }
            }
            window.run { event in
                controls.receive(event).allSatisfy { perform($0, controls, on: streams, routing) }
            }
            clock.cancel()
            routing.change { $0.end() }
        }

        @MainActor private func open() throws(PlaybackError) -> PlayerWindow {
            do throws(WindowFailure) {
                return try PlayerWindow(
                    title: sources.count == 1 ? "\(sources[0].name) - streamd" : "streamd",
                    pictures,
                    isFullscreen: settings.isFullscreen
                )
            } catch {
                throw PlaybackError(.noScreen, error.description)
            }
        }

        private func play(_ stream: StreamPlayer) async {
            var failure: (any Error)?
            do { try await stream.run() } catch { failure = error }
            let isLast = state.withLock { state in
                state.failure = state.failure ?? failure
                state.running -= 1
                return state.running == 0
            }
            if isLast { pictures.stop() }
        }

        /// - Returns: Whether the player goes on.
        @MainActor private func perform(
            _ action: PlayerControls.Action,
            _ controls: PlayerControls,
            on streams: [StreamPlayer],
            _ routing: Guarded<SoundRouting>
        ) -> Bool {
            switch action {
            case .end:
                state.withLock { $0.isStopped = true }
                return false
            case .hear(let stream): routing.change { $0.wanted = stream }
            case .pause(let isPaused): for stream in streams { stream.pause(isPaused) }
            case .rewind(let stream, let time): streams[stream].rewind(by: time)
            case .snapshot(let stream): streams[stream].snapshot()
            case .overlayChanged: display(controls, on: streams)
            case .soundDeviceAdded: routing.change { $0.deviceAdded() }
            case .soundDeviceRemoved(let number): routing.change { $0.deviceRemoved(number) }
            }
            return true
        }

        private func display(_ controls: PlayerControls, on streams: [StreamPlayer]) {
            for (index, stream) in streams.enumerated() {
                stream.display(
                    showsStatistics: controls.showsStatistics,
                    isPaused: controls.isPaused,
                    isSelected: streams.count > 1 && index == controls.selected
                )
            }
        }

        /// Of several streams, sentences begin with the stream's name.
        private func prefixed(_ source: any PlayerSource) -> @Sendable (String) -> Void {
            guard sources.count > 1 else { return report }
            let (name, report) = (source.name, report)
            return { report("\(name): \($0)") }
        }
    }

    extension PlaybackError {
        /// The system has no more threads.
        static let noThread = PlaybackError(
            .noThread,
            "The system cannot create a thread for the player; close other programs."
        )
    }
#endif
