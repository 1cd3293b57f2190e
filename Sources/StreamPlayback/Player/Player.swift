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

        private let streams: [StreamPlayer]
        private let settings: PlayerSettings
        private let output: any SoundOutput
        private let report: @Sendable (String) -> Void
        private let pictures: PictureMailbox
        private let routing: Guarded<SoundRouting>
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
            (self.settings, self.output, self.report) = (settings, output, report)
            let (pictures, routing) = (PictureMailbox(panes: sources.count), Guarded(SoundRouting()))
            streams = sources.enumerated().map { pane, source in
                // Of several streams, sentences begin with the stream's name.
                let name = sources.count > 1 ? "\(source.name): " : ""
                return StreamPlayer(
                    source,
                    pane: pane,
                    target: Int64(clamping: settings.latency / .microseconds(1)),
                    StreamPlayer.Surroundings(
                        pictures: pictures,
                        soundChanged: { hasTrack in routing.change { $0.changed(pane, hasSound: hasTrack) } },
                        report: { report(name + $0) },
                        save: save
                    )
                )
            }
            (self.pictures, self.routing) = (pictures, routing)
            state = Mutex(State(running: sources.count))
        }

        /// Ends ``run()``, from any thread. The streams end at once, also while the system still opens the window.
        package func stop() {
            state.withLock { $0.isStopped = true }
            for stream in streams { stream.stop() }
            pictures.stop()
        }

        /// Opens the window, and plays. It keeps the main actor's thread until the window is closed.
        ///
        /// - Throws: ``PlaybackError`` without a screen; or the first error of a source, unless the player was ended
        ///   before all streams were.
        @MainActor package func run() async throws {
            // They connect and decode while the window opens, which takes as long.
            let tasks = streams.map { stream in Task.detached { await self.play(stream) } }
            let result = Result { () throws(PlaybackError) in try show() }
            for stream in streams { stream.stop() }
            for task in tasks { await task.value }
            try result.get()
            let (isStopped, failure) = state.withLock { ($0.isStopped, $0.failure) }
            if let failure, !isStopped { throw failure }
        }

        /// SDL wants one thread for its window, so nothing suspends here.
        @MainActor private func show() throws(PlaybackError) {
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
            display(controls)
            let clock = Task.detached { [streams] in
                while (try? await Task.sleep(for: Self.overlayInterval)) != nil {
                    for stream in streams { stream.updateOverlay() }
                }
            }
            window.run { event in
                controls.receive(event).allSatisfy { perform($0, controls) }
            }
            clock.cancel()
            routing.change { $0.end() }
        }

        @MainActor private func open() throws(PlaybackError) -> PlayerWindow {
            do throws(WindowFailure) {
                return try PlayerWindow(
                    title: streams.count == 1 ? "\(streams[0].name) - streamd" : "streamd",
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
        @MainActor private func perform(_ action: PlayerControls.Action, _ controls: PlayerControls) -> Bool {
            switch action {
            case .end:
                state.withLock { $0.isStopped = true }
                return false
            case .hear(let stream): routing.change { $0.wanted = stream }
            case .pause(let isPaused): for stream in streams { stream.pause(isPaused) }
            case .rewind(let stream, let time): streams[stream].rewind(by: time)
            case .snapshot(let stream): streams[stream].snapshot()
            case .overlayChanged: display(controls)
            case .soundDeviceAdded: routing.change { $0.deviceAdded() }
            case .soundDeviceRemoved(let number): routing.change { $0.deviceRemoved(number) }
            }
            return true
        }

        private func display(_ controls: PlayerControls) {
            for (index, stream) in streams.enumerated() {
                stream.display(
                    showsStatistics: controls.showsStatistics,
                    isPaused: controls.isPaused,
                    isSelected: streams.count > 1 && index == controls.selected
                )
            }
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
