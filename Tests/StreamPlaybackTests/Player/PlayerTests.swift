#if Player
    import CSDL
    import Platform
    import RelayTestSupport
    import StreamClient
    import StreamMedia
    import StreamProtocol
    import Synchronization
    import Testing

    @testable import StreamPlayback

    extension SDLTests {
        /// Players with decoders and a window without a screen, at a relay that runs.
        @Suite(.enabled(if: EncodedPictures.isPossible, "\(EncodedPictures.missing)"))
        struct PlayerTests {
            init() {
                SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE)
                SDL_SetHintWithPriority(SDL_HINT_RENDER_DRIVER, "software", SDL_HINT_OVERRIDE)
            }

            @Test(arguments: [0, 2] as [Int32])
            func `a player shows a stream, and ends with it`(_ reordered: Int32) async throws {
                let pictures = try EncodedPictures(count: 10, group: 10, reordered: reordered)
                let source = MadeSource(pictures)
                let sink = RecordingSink()
                let player = StreamPlayer(
                    source,
                    pane: 0,
                    target: 0,
                    StreamPlayer.Surroundings(
                        pictures: sink,
                        soundChanged: { _ in },
                        report: { Issue.record("\($0)") },
                        save: { _, _ in "" }
                    )
                )
                try await player.run()
                let numbers = sink.numbers
                #expect(numbers == numbers.sorted())
                #expect(numbers.last == 9)
                #expect(sink.messages.first == PlayerTexts.waiting)
                #expect(sink.messages.contains(nil))
                #expect(sink.messages.last == "The stream has ended.")
            }

            @Test func `the window of a stream that never comes says so, and closes at once`() async throws {
                try await RunningRelay.run { relay in
                    let stop = Mutex<@Sendable () -> Void>({})
                    let source = ObservedSource(base: RelaySource(try relay.client("never"), target: .zero)) { event in
                        if case .connected = event { stop.withLock { $0 }() }
                    }
                    let player = Self.player([source])
                    stop.withLock { $0 = { player.stop() } }
                    try await Self.run(player)
                }
            }

            @Test func `a player that is stopped ends its streams while its window still opens`() async throws {
                let opening = OpeningWindow()
                let watch: SDL_EventFilter = { opening, event in
                    guard let opening, event?.pointee.type == SDL_WINDOWEVENT.rawValue else { return 0 }
                    Unmanaged<OpeningWindow>.fromOpaque(opening).takeUnretainedValue().stopAndWait()
                    return 0
                }
                let player = Self.player([EndlessSource { step in opening.stream.change { $0 = step } }])
                opening.stop.withLock { $0 = { player.stop() } }
                let address = Unmanaged.passUnretained(opening).toOpaque()
                // SDL calls it on the window's thread, before the window is there.
                SDL_AddEventWatch(watch, address)
                defer { SDL_DelEventWatch(watch, address) }
                try await Self.run(player)
                #expect(opening.endedInTime.withLock { $0 } == true)
            }

            @Test func `a player that is stopped before its streams begin ends`() async throws {
                let player = Self.player([EndlessSource { _ in }])
                player.stop()
                try await Self.run(player)
            }

            @Test func `a player ends when all streams have ended`() async throws {
                let pictures = try EncodedPictures(count: 5, group: 5)
                try await Self.run(Self.player([MadeSource(pictures), MadeSource(pictures)]))
            }

            @Test func `the reason of a stream that cannot be played is the player's error`() async throws {
                let error = try #require(#expect(throws: ClientError.self) { try RelayAddress("relay:port") })
                await #expect(throws: error) { try await Self.run(Self.player([MadeSource(error)])) }
            }

            /// Runs a player, for at most as long as a busy machine may take: it blocks the thread, which no time limit
            /// of a test ends.
            private static func run(_ player: Player) async throws {
                let hasEnded = Guarded(false)
                let isWatched = SystemThread.start("test watchdog") {
                    let inTime: Void? = hasEnded.wait(atMost: patience) { $0 ? () : nil }
                    guard inTime == nil else { return }
                    Issue.record("the player has not ended")
                    player.stop()
                }
                #expect(isWatched)
                defer { hasEnded.change { $0 = true } }
                try await player.run()
            }

            private static func player(_ sources: [any PlayerSource]) -> Player {
                Player(sources, PlayerSettings(), save: { _, _ in "" }, report: { Issue.record("\($0)") })
            }
        }
    }

    /// Passes pictures at once, and ends.
    private struct MadeSource: PlayerSource {
        let frames: [MediaFrame]
        var track: Track?
        var error: ClientError?

        init(_ pictures: EncodedPictures) {
            (frames, track) = (pictures.frames, pictures.track)
        }

        init(_ error: ClientError) {
            (frames, self.error) = ([], error)
        }

        var name: String { "made" }
        var canRewind: Bool { false }
        var isLocal: Bool { false }

        func run(history: Duration, _ receive: @escaping @Sendable (WatchEvent) -> Void) async throws {
            receive(.state(.live))
            if let track { receive(.tracks(try TrackTable(epoch: 1, tracks: [track]))) }
            for (number, frame) in frames.enumerated() {
                let generation = StreamGeneration(streamInstance: 0, epoch: 1)
                receive(.frame(WatchedFrame(frame.numbered(UInt64(number), in: 1), of: generation)))
            }
            if let error { throw error }
        }

        func requestKeyFrame(_ track: TrackID) {}
        func pause(_ isPaused: Bool) {}
    }

    /// How long a busy machine may take, in microseconds: 30 min.
    private let patience: Int64 = 1_800_000_000

    /// A window that opens only after the player's stream has begun and ended.
    private final class OpeningWindow: Sendable {
        let stop = Mutex<@Sendable () -> Void>({})
        let stream = Guarded<EndlessSource.Step?>(nil)
        let endedInTime = Mutex<Bool?>(nil)

        /// Stops the player at the first call, when its stream has begun, and waits for the end of the stream.
        func stopAndWait() {
            guard endedInTime.withLock({ $0 }) == nil else { return }
            // A stream that is stopped before it begins never asks its source.
            let hasBegun: Void? = stream.wait(atMost: patience / 3) { $0 == nil ? nil : () }
            stop.withLock { $0 }()
            let hasEnded: Void? = stream.wait(atMost: patience / 3) { $0 == .ended ? () : nil }
            endedInTime.withLock { $0 = hasBegun != nil && hasEnded != nil }
        }
    }

    /// A source that ends only when it is cancelled.
    private struct EndlessSource: PlayerSource {
        enum Step {
            case begun
            case ended
        }

        let reached: @Sendable (Step) -> Void

        init(_ reached: @escaping @Sendable (Step) -> Void) {
            self.reached = reached
        }

        var name: String { "endless" }
        var canRewind: Bool { false }
        var isLocal: Bool { false }

        func run(history: Duration, _ receive: @escaping @Sendable (WatchEvent) -> Void) async throws {
            reached(.begun)
            for await _ in AsyncStream<Void>.makeStream().stream {}
            reached(.ended)
        }

        func requestKeyFrame(_ track: TrackID) {}
        func pause(_ isPaused: Bool) {}
    }

    /// A source whose events a test sees.
    private struct ObservedSource: PlayerSource {
        let base: RelaySource
        let observe: @Sendable (WatchEvent) -> Void

        var name: String { base.name }
        var canRewind: Bool { base.canRewind }
        var isLocal: Bool { base.isLocal }

        func run(history: Duration, _ receive: @escaping @Sendable (WatchEvent) -> Void) async throws {
            try await base.run(history: history) { event in
                receive(event)
                observe(event)
            }
        }

        func requestKeyFrame(_ track: TrackID) { base.requestKeyFrame(track) }
        func pause(_ isPaused: Bool) { base.pause(isPaused) }
    }

    /// A window that remembers.
    private final class RecordingSink: PictureSink {
        private let state = Mutex((numbers: [Int](), messages: [String?]()))

        var numbers: [Int] { state.withLock { $0.numbers } }
        var messages: [String?] { state.withLock { $0.messages } }

        func show(_ picture: VideoPicture, in pane: Int, shown: @escaping @Sendable (Int64) -> Void) {
            let number = EncodedPictures.number(ofLuma: Int(picture.planes[0].bytes[0]))
            state.withLock { $0.numbers.append(number ?? -1) }
            shown(0)
        }

        func expect(width: Int, height: Int, in pane: Int) {}

        func overlay(_ overlay: PaneOverlay, in pane: Int) {
            state.withLock { $0.messages.append(overlay.message) }
        }
    }
#endif
