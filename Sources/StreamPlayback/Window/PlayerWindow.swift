#if Player
    import CSDL
    import Platform

    /// The window of a player: shows what comes to its mailbox, and tells what the user does.
    ///
    /// SDL wants one thread for windows, on some systems the first of the program; so the window belongs to the main
    /// actor, and ``run(_:)`` keeps its thread until the player ends.
    @MainActor final class PlayerWindow {
        /// The size of a window without pictures, and of one with several streams, in points.
        static let firstSize = (width: 1280, height: 720)
        /// The part of the screen that a new window fills at most, in percent.
        static let largestPart = 90

        private let window: OpaquePointer
        private let canvas: any WindowCanvas
        /// Where the pictures come from.
        nonisolated let pictures: PictureMailbox
        private var panes: [WindowPane]
        private var isOpen = true
        /// Whether the window takes the size of the pictures: until the user chooses one.
        private var followsPictures: Bool
        /// The size that the window was last given, in points.
        private var givenSize = firstSize

        /// Opens a window.
        ///
        /// - Parameters:
        ///   - pictures: Where the pictures come from, with a pane for each stream.
        ///   - isShown: `false` for tests that need no screen.
        ///   - drawing: `nil` for what is fastest here.
        /// - Throws: If there is no screen, or SDL cannot draw on it.
        init(
            title: String,
            _ pictures: PictureMailbox,
            isFullscreen: Bool = false,
            isShown: Bool = true,
            drawing: Drawing? = nil
        ) throws(WindowFailure) {
            SDL_SetMainReady()
            // The program has handlers of its own.
            SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
            SDL_SetHint(SDL_HINT_APP_NAME, "streamd")
            SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear")
            // A player in a window is no game: the desktop's effects stay.
            SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
            guard SDLLibrary.start(SDL_INIT_VIDEO) else { throw .sdl(Self.noScreen, Self.screenAdvice) }
            // Without a desktop, SDL draws where nobody sees it.
            if isShown, getenv("SDL_VIDEODRIVER") == nil, String(cString: SDL_GetCurrentVideoDriver()) == "offscreen" {
                SDLLibrary.end(SDL_INIT_VIDEO)
                throw WindowFailure("\(Self.noScreen); \(Self.screenAdvice)")
            }
            let flags =
                SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
                | (isShown ? SDL_WINDOW_SHOWN.rawValue : SDL_WINDOW_HIDDEN.rawValue)
                | (isFullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
            let (width, height) = Self.fitting(Self.firstSize.width, Self.firstSize.height)
            guard let window = SDL_CreateWindow(title, centered, centered, Int32(width), Int32(height), flags) else {
                let failure = WindowFailure.sdl("SDL cannot open a window", "another SDL_VIDEODRIVER may do.")
                SDLLibrary.end(SDL_INIT_VIDEO)
                throw failure
            }
            let canvas: any WindowCanvas
            do throws(WindowFailure) {
                canvas = try Self.canvas(window, drawing)
            } catch {
                SDL_DestroyWindow(window)
                SDLLibrary.end(SDL_INIT_VIDEO)
                throw error
            }
            self.window = window
            self.canvas = canvas
            self.pictures = pictures
            panes = (0..<pictures.count).map { _ in WindowPane(canvas.makePicture()) }
            followsPictures = panes.count == 1 && !isFullscreen
            givenSize = (width, height)
            let type = SDLLibrary.wakeEvent
            pictures.announce {
                var event = SDL_Event()
                event.type = type
                SDL_PushEvent(&event)
            }
        }

        isolated deinit {
            close()
        }

        private static let noScreen = "There is no screen to play on"
        private static let screenAdvice =
            "run streamd on a desktop, or set DISPLAY or WAYLAND_DISPLAY; 'streamd watch' needs no screen."

        /// How a window draws.
        enum Drawing: Sendable {
            /// With the GPU, or a program that plays it.
            case renderer
            /// Into memory.
            case surface
        }

        private static func canvas(
            _ window: OpaquePointer,
            _ drawing: Drawing?
        ) throws(WindowFailure) -> any WindowCanvas {
            let prefersSurface = drawing == .surface || drawing == nil && !GraphicsDevice.mayBeThere()
            if prefersSurface, let canvas = SurfaceCanvas(window) { return canvas }
            let canvas = try RendererCanvas(window)
            guard drawing == nil, canvas.isSoftware else { return canvas }
            canvas.close()
            if let canvas = SurfaceCanvas(window) { return canvas }
            return try RendererCanvas(window)
        }

        /// Shows pictures, until ``PictureMailbox/stop()`` or until `handle` returns `false`.
        ///
        /// - Parameter handle: Is called with each event, and returns whether the player goes on. It must not block.
        func run(_ handle: (PlayerEvent) -> Bool) {
            guard isOpen else { return }
            var goesOn = update(needsDrawing: true)
            while goesOn {
                var event = SDL_Event()
                guard SDL_WaitEvent(&event) == 1 else { return }
                var needsDrawing = false
                repeat {
                    guard event.type != SDLLibrary.wakeEvent else { continue }
                    needsDrawing = changesWindow(event) || needsDrawing
                    if let event = playerEvent(event), !handle(event) { goesOn = false }
                } while SDL_PollEvent(&event) == 1
                goesOn = update(needsDrawing: needsDrawing) && goesOn
            }
        }

        /// Closes the window.
        func close() {
            guard isOpen else { return }
            isOpen = false
            panes.removeAll()
            canvas.close()
            SDL_DestroyWindow(window)
            SDLLibrary.end(SDL_INIT_VIDEO)
        }

        /// Takes what has come, and draws.
        ///
        /// - Returns: Whether the player goes on.
        func update(needsDrawing: Bool = false) -> Bool {
            let (news, isStopped) = pictures.take()
            var needsDrawing = needsDrawing
            for (index, delivery) in news.enumerated() where !delivery.isEmpty {
                needsDrawing = panes[index].take(delivery) || needsDrawing
                if let (width, height) = delivery.size ?? delivery.picture?.shownSize { follow(width, height) }
            }
            guard needsDrawing else { return !isStopped }
            draw()
            let now = SystemClock.monotonicTime
            for delivery in news { delivery.shown?(now) }
            return !isStopped
        }

        /// Draws everything.
        private func draw() {
            if canvas.isOutdated {
                forgetTextures()
                guard canvas.renew() else { return }
            }
            canvas.clear()
            let (width, height) = canvas.size
            let places = PaneLayout.panes(panes.count, width: width, height: height)
            for (pane, place) in zip(panes, places) {
                pane.draw(canvas.renderer, in: place, scale: Self.textScale(of: height))
            }
            canvas.present()
        }

        private func forgetTextures() {
            for pane in panes { pane.forgetTextures() }
        }

        /// The size of a dot of the text in a window of this height: text stays readable on a fine screen.
        static func textScale(of height: Int) -> Int { max(1, height / 700) }

        /// Gives the window the size of its pictures.
        private func follow(_ width: Int, _ height: Int) {
            guard followsPictures else { return }
            var (present, presentHeight): (Int32, Int32) = (0, 0)
            SDL_GetWindowSize(window, &present, &presentHeight)
            guard (Int(present), Int(presentHeight)) == givenSize else {
                followsPictures = false
                return
            }
            let size = Self.fitting(width, height)
            guard size != givenSize else { return }
            givenSize = size
            SDL_SetWindowSize(window, Int32(size.width), Int32(size.height))
            SDL_SetWindowPosition(window, centered, centered)
        }

        /// The size of a window for pictures of this size, in points.
        private static func fitting(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
            var screen = SDL_Rect()
            guard SDL_GetDisplayUsableBounds(0, &screen) == 0, screen.w > 0, screen.h > 0 else {
                return (width, height)
            }
            let part = { (length: Int32) in Int(length) * Self.largestPart / 100 }
            let isLarge = width > Int(screen.w) || height > Int(screen.h)
            return PaneLayout.windowSize(
                width: width,
                height: height,
                screenWidth: isLarge ? part(screen.w) : Int(screen.w),
                screenHeight: isLarge ? part(screen.h) : Int(screen.h)
            )
        }

        /// Whether an event makes another drawing necessary.
        private func changesWindow(_ event: SDL_Event) -> Bool {
            if event.type == SDL_RENDER_TARGETS_RESET.rawValue || event.type == SDL_RENDER_DEVICE_RESET.rawValue {
                forgetTextures()
                return true
            }
            guard event.type == SDL_WINDOWEVENT.rawValue else { return false }
            let changes = [SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_RESTORED]
            return changes.contains { UInt32(event.window.event) == $0.rawValue }
        }

        /// The event, if it is one of the player's. Full screen is the window's own affair.
        private func playerEvent(_ event: SDL_Event) -> PlayerEvent? {
            switch event.type {
            case SDL_QUIT.rawValue: return .closed
            case SDL_KEYDOWN.rawValue where event.key.repeat == 0 || Self.repeats(event.key.keysym.sym):
                return key(event.key.keysym.sym)
            case SDL_MOUSEBUTTONDOWN.rawValue where event.button.button == UInt8(SDL_BUTTON_LEFT):
                guard event.button.clicks != 2 else {
                    toggleFullscreen()
                    return nil
                }
                return panes.count > 1 ? pane(atX: event.button.x, y: event.button.y).map { .selected(pane: $0) } : nil
            case SDL_AUDIODEVICEADDED.rawValue: return event.adevice.iscapture == 0 ? .soundDeviceAdded : nil
            case SDL_AUDIODEVICEREMOVED.rawValue:
                return event.adevice.iscapture == 0 ? .soundDeviceRemoved(event.adevice.which) : nil
            default: return nil
            }
        }

        private static func repeats(_ key: SDL_Keycode) -> Bool {
            key == SDL_Keycode(SDLK_LEFT.rawValue) || key == SDL_Keycode(SDLK_RIGHT.rawValue)
        }

        private func key(_ key: SDL_Keycode) -> PlayerEvent? {
            switch UInt32(bitPattern: key) {
            case SDLK_q.rawValue: return .key(.quit)
            case SDLK_m.rawValue: return .key(.mute)
            case SDLK_SPACE.rawValue, SDLK_p.rawValue: return .key(.pause)
            case SDLK_s.rawValue: return .key(.snapshot)
            case SDLK_LEFT.rawValue: return .key(.back)
            case SDLK_RIGHT.rawValue: return .key(.forward)
            case SDLK_i.rawValue: return .key(.statistics)
            case SDLK_TAB.rawValue: return .key(.nextPane)
            case SDLK_f.rawValue: toggleFullscreen()
            case SDLK_ESCAPE.rawValue where isFullscreen: toggleFullscreen()
            default: break
            }
            return nil
        }

        private var isFullscreen: Bool { SDL_GetWindowFlags(window) & SDL_WINDOW_FULLSCREEN.rawValue != 0 }

        private func toggleFullscreen() {
            // The window has the size of the pictures again when it is a window.
            SDL_SetWindowFullscreen(window, isFullscreen ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue)
        }

        /// The pane at a place in points.
        private func pane(atX x: Int32, y: Int32) -> Int? {
            var (width, height): (Int32, Int32) = (0, 0)
            SDL_GetWindowSize(window, &width, &height)
            let places = PaneLayout.panes(panes.count, width: Int(width), height: Int(height))
            return PaneLayout.pane(atX: Int(x), y: Int(y), of: places)
        }

        /// The pixels of the window, row by row: red, green and blue in the lower bytes.
        func readPixels() -> (pixels: [UInt32], width: Int, height: Int) {
            let (width, height) = canvas.size
            var pixels = [UInt32](repeating: 0, count: width * height)
            _ = pixels.withUnsafeMutableBytes {
                SDL_RenderReadPixels(
                    canvas.renderer,
                    nil,
                    SDL_PIXELFORMAT_ARGB8888.rawValue,
                    $0.baseAddress,
                    Int32(4 * width)
                )
            }
            return (pixels.map { $0 & 0xff_ffff }, width, height)
        }
    }

    /// `SDL_WINDOWPOS_CENTERED`.
    private let centered = Int32(bitPattern: SDL_WINDOWPOS_CENTERED_MASK)
#endif
