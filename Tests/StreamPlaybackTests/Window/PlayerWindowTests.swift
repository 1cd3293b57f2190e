#if Player
    import CSDL
    import Platform
    import Testing

    @testable import StreamPlayback

    extension SDLTests {
        /// Windows without a screen: SDL's driver `dummy`, and its renderer in software.
        @Suite @MainActor struct PlayerWindowTests {
            init() {
                // Whatever the environment says.
                SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE)
                SDL_SetHintWithPriority(SDL_HINT_RENDER_DRIVER, "software", SDL_HINT_OVERRIDE)
            }

            @Test(arguments: [PlayerWindow.Drawing.renderer, .surface])
            func `the window shows a colour as it was before its encoding`(_ drawing: PlayerWindow.Drawing) throws {
                let colours = [
                    TestColour(red: 255, green: 0, blue: 0), TestColour(red: 0, green: 255, blue: 0),
                    TestColour(red: 0, green: 0, blue: 255), TestColour(red: 255, green: 255, blue: 255),
                    TestColour(red: 0, green: 0, blue: 0), TestColour(red: 128, green: 128, blue: 128),
                    TestColour(red: 200, green: 100, blue: 50),
                ]
                let window = try PlayerWindow(title: "test", PictureMailbox(panes: 1), drawing: drawing)
                for colour in colours {
                    for matrix in [VideoPicture.Matrix.bt601, .bt709] {
                        for isFullRange in [false, true] {
                            for layout in [VideoPicture.Layout.planar, .semiplanar] {
                                let samples = colour.samples(matrix, isFullRange: isFullRange)
                                let made = MadePicture(width: 64, height: 36, layout: layout) { _, _ in samples }
                                let picture = try #require(made.picture(matrix, isFullRange: isFullRange))
                                window.pictures.show(picture, in: 0) { _ in }
                                #expect(window.update())
                                let seen = Self.pixel(window, 0.5, 0.5)
                                #expect(
                                    seen.isNear(colour, within: 4),
                                    "\(seen) for \(colour), \(matrix), full \(isFullRange), \(layout)"
                                )
                            }
                        }
                    }
                }
            }

            @Test(arguments: [PlayerWindow.Drawing.renderer, .surface])
            func `a picture keeps its proportions, and the rest is black`(_ drawing: PlayerWindow.Drawing) throws {
                let window = try PlayerWindow(title: "test", PictureMailbox(panes: 2), drawing: drawing)
                let white = MadePicture(width: 40, height: 40) { _, _ in (235, 128, 128) }
                let picture = try #require(white.picture())
                window.pictures.show(picture, in: 0) { _ in }
                #expect(window.update())
                // The left half of a window of 1280x720 holds a square of 640, in the middle.
                #expect(Self.pixel(window, 0.25, 0.5).isNear(TestColour(red: 255, green: 255, blue: 255), within: 4))
                #expect(Self.pixel(window, 0.25, 0.02) == TestColour(0))
                #expect(Self.pixel(window, 0.75, 0.5) == TestColour(0))
                // Samples that are twice as wide as they are high.
                window.pictures.show(try #require(white.picture(sampleAspectRatio: 2)), in: 0) { _ in }
                #expect(window.update())
                #expect(Self.pixel(window, 0.25, 0.2) == TestColour(0))
                #expect(Self.pixel(window, 0.25, 0.4).isNear(TestColour(red: 255, green: 255, blue: 255), within: 4))
            }

            @Test func `a window of one stream takes the size of its pictures, until the user chooses one`() throws {
                let window = try PlayerWindow(title: "test", PictureMailbox(panes: 1))
                window.pictures.expect(width: 640, height: 360, in: 0)
                #expect(window.update(needsDrawing: true))
                #expect(Self.size(window) == [640, 360])
                let picture = try #require(MadePicture(width: 320, height: 240) { _, _ in (16, 128, 128) }.picture())
                window.pictures.show(picture, in: 0) { _ in }
                #expect(window.update())
                #expect(Self.size(window) == [320, 240])
                SDL_SetWindowSize(SDL_GetWindowFromID(Self.identifier()), 800, 600)
                window.pictures.expect(width: 640, height: 360, in: 0)
                #expect(window.update(needsDrawing: true))
                #expect(Self.size(window) == [800, 600])
            }

            @Test func `a window that draws into memory takes every size`() throws {
                let window = try PlayerWindow(title: "test", PictureMailbox(panes: 3), drawing: .surface)
                let grey = MadePicture(width: 50, height: 30) { _, _ in (126, 128, 128) }
                window.pictures.show(try #require(grey.picture()), in: 0) { _ in }
                window.pictures.overlay(PaneOverlay(statistics: ["30 fps"], isSelected: true), in: 1)
                for (width, height) in [(800, 600), (333, 217), (20, 9), (1, 1), (641, 359)] as [(Int32, Int32)] {
                    SDL_SetWindowSize(SDL_GetWindowFromID(Self.identifier()), width, height)
                    #expect(window.update(needsDrawing: true))
                    #expect(Self.size(window) == [Int(width), Int(height)])
                }
                #expect(Self.pixel(window, 0.25, 0.25).isNear(TestColour(red: 128, green: 128, blue: 128), within: 4))
                // The place of a fourth stream.
                #expect(Self.pixel(window, 0.75, 0.75) == TestColour(0))
            }

            @Test(arguments: [PlayerWindow.Drawing.renderer, .surface])
            func `text lies over the picture`(_ drawing: PlayerWindow.Drawing) throws {
                let window = try PlayerWindow(title: "test", PictureMailbox(panes: 1), drawing: drawing)
                window.pictures.overlay(PaneOverlay(message: "Waiting for the stream.", statistics: ["30 fps"]), in: 0)
                #expect(window.update())
                let (pixels, width, height) = window.readPixels()
                let isWhite = { (rows: Range<Int>) in
                    rows.contains { row in pixels[row * width..<(row + 1) * width].contains(0xff_ffff) }
                }
                #expect(isWhite(0..<24) && isWhite(height / 2 - 12..<height / 2 + 12) && !isWhite(60..<height / 2 - 40))
                window.pictures.overlay(PaneOverlay(), in: 0)
                #expect(window.update())
                #expect(window.readPixels().pixels.allSatisfy { $0 == 0 })
            }

            @Test func `a picture that the renderer cannot hold is explained`() throws {
                let window = try PlayerWindow(title: "test", PictureMailbox(panes: 1))
                let samples = [UInt8](repeating: 128, count: 16_880 * 2)
                try samples.withUnsafeBufferPointer { samples in
                    let plane = VideoPicture.Plane(bytes: try #require(samples.baseAddress), stride: 16_880)
                    let picture = VideoPicture(
                        .planar,
                        planes: [plane, plane, plane],
                        width: 16_880,
                        height: 2,
                        matrix: .bt709,
                        isFullRange: false,
                        sampleAspectRatio: 1,
                        owner: window
                    )
                    // SDL's software renderer has no limit; the largest picture of H.264 is shown.
                    window.pictures.show(try #require(picture), in: 0) { _ in }
                    #expect(window.update())
                }
                #expect(Self.pixel(window, 0.5, 0.5).isNear(TestColour(red: 130, green: 130, blue: 130), within: 4))
            }

            @Test func `keys are those of mpv`() throws {
                let window = try PlayerWindow(title: "test", PictureMailbox(panes: 1))
                let keys: [(SDL_KeyCode, PlayerKey)] = [
                    (SDLK_m, .mute), (SDLK_SPACE, .pause), (SDLK_p, .pause), (SDLK_s, .snapshot), (SDLK_i, .statistics),
                    (SDLK_LEFT, .back), (SDLK_RIGHT, .forward), (SDLK_TAB, .nextPane), (SDLK_q, .quit),
                ]
                for (code, _) in keys { Self.press(code) }
                var seen: [PlayerEvent] = []
                Self.run(window) { event in
                    seen.append(event)
                    return event != .key(.quit)
                }
                #expect(seen == keys.map { .key($0.1) })
            }

            @Test func `the window's close button ends the player, and f is the window's own affair`() throws {
                let window = try PlayerWindow(title: "test", PictureMailbox(panes: 1))
                Self.press(SDLK_f)
                var event = SDL_Event()
                event.type = SDL_QUIT.rawValue
                SDL_PushEvent(&event)
                var seen: [PlayerEvent] = []
                Self.run(window) { event in
                    seen.append(event)
                    return event != .closed
                }
                #expect(seen == [.closed])
            }

            @Test func `a click chooses a stream of a grid`() throws {
                let window = try PlayerWindow(title: "test", PictureMailbox(panes: 4))
                let (_, width, height) = window.readPixels()
                for (x, y) in [(10, 10), (width - 10, 10), (10, height - 10), (width - 10, height - 10)] {
                    var event = SDL_Event()
                    event.button.type = SDL_MOUSEBUTTONDOWN.rawValue
                    event.button.button = UInt8(SDL_BUTTON_LEFT)
                    event.button.clicks = 1
                    event.button.x = Int32(x)
                    event.button.y = Int32(y)
                    SDL_PushEvent(&event)
                }
                var seen: [PlayerEvent] = []
                Self.run(window) { event in
                    seen.append(event)
                    return seen.count < 4
                }
                #expect(seen == (0..<4).map { .selected(pane: $0) })
            }

            @Test func `pictures of another thread are shown, and the last one is never lost`() throws {
                let window = try PlayerWindow(title: "test", PictureMailbox(panes: 1))
                let pictures = window.pictures
                let shown = Mutex<[Int]>([])
                let began = SystemClock.monotonicTime
                #expect(
                    SystemThread.start("test pictures") {
                        for number in 0...200 {
                            let made = MadePicture(width: 64, height: 36) { _, _ in (UInt8(16 + number), 128, 128) }
                            guard let picture = made.picture() else { continue }
                            pictures.show(picture, in: 0) { time in
                                if time >= began { shown.withLock { $0.append(number) } }
                                if number == 200 { window.pictures.stop() }
                            }
                        }
                    }
                )
                Self.run(window) { _ in true }
                let numbers = shown.withLock { $0 }
                #expect(numbers == numbers.sorted() && numbers.last == 200)
                let grey = TestColour(red: 233, green: 233, blue: 233)
                #expect(Self.pixel(window, 0.5, 0.5).isNear(grey, within: 4))
            }

            /// Runs a window, for at most 10 minutes: it blocks the thread, which no time limit of a test ends.
            private static func run(_ window: PlayerWindow, _ handle: (PlayerEvent) -> Bool) {
                let hasEnded = Guarded(false)
                let isWatched = SystemThread.start("test watchdog") {
                    let inTime: Void? = hasEnded.wait(atMost: 600_000_000) { $0 ? () : nil }
                    if inTime == nil { window.pictures.stop() }
                }
                #expect(isWatched)
                window.run(handle)
                hasEnded.change { $0 = true }
            }

            private static func press(_ code: SDL_KeyCode) {
                var event = SDL_Event()
                event.key.type = SDL_KEYDOWN.rawValue
                event.key.keysym.sym = SDL_Keycode(code.rawValue)
                SDL_PushEvent(&event)
            }

            private static func size(_ window: PlayerWindow) -> [Int] {
                let (_, width, height) = window.readPixels()
                return [width, height]
            }

            /// Of the only window: SDL counts them from 1 on.
            private static func identifier() -> UInt32 {
                (1..<1000).first { SDL_GetWindowFromID($0) != nil } ?? 0
            }

            /// The colour at a place, in parts of the window's size.
            private static func pixel(_ window: PlayerWindow, _ x: Double, _ y: Double) -> TestColour {
                let (pixels, width, height) = window.readPixels()
                return TestColour(pixels[Int(y * Double(height)) * width + Int(x * Double(width))])
            }
        }
    }
#endif
