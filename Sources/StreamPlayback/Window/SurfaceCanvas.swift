#if Player
    import CSDL

    /// The window's own pixels, in memory that the screen's server shares: for systems without a GPU. libswscale makes
    /// the colours of the pictures right there.
    @MainActor final class SurfaceCanvas: WindowCanvas {
        private let window: OpaquePointer
        fileprivate private(set) var surface: UnsafeMutablePointer<SDL_Surface>
        private(set) var renderer: OpaquePointer

        /// - Returns: `nil` if the screen has no such memory, or pixels of another kind.
        init?(_ window: OpaquePointer) {
            // Under Wayland, SDL's surfaces are textures of a renderer.
            guard String(cString: SDL_GetCurrentVideoDriver()) != "wayland" else { return nil }
            SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
            guard let surface = SDL_GetWindowSurface(window),
                [SDL_PIXELFORMAT_RGB888.rawValue, SDL_PIXELFORMAT_ARGB8888.rawValue]
                    .contains(surface.pointee.format.pointee.format),
                let renderer = SDL_CreateSoftwareRenderer(surface)
            else { return nil }
            (self.window, self.surface, self.renderer) = (window, surface, renderer)
            keepSurface()
        }

        var size: (width: Int, height: Int) { (Int(surface.pointee.w), Int(surface.pointee.h)) }

        var isOutdated: Bool { SDL_GetWindowSurface(window) != surface }

        func renew() -> Bool {
            guard let surface = SDL_GetWindowSurface(window), let renderer = SDL_CreateSoftwareRenderer(surface) else {
                return false
            }
            close()
            (self.surface, self.renderer) = (surface, renderer)
            keepSurface()
            return true
        }

        func makePicture() -> any PanePicture { SurfacePicture(self) }

        /// The panes' pictures cover the window.
        func clear() {}

        func present() {
            SDL_RenderFlush(renderer)
            SDL_UpdateWindowSurface(window)
        }

        func close() {
            SDL_DestroyRenderer(renderer)
            // SDL keeps a window's present surface from being freed, and does so itself with the window.
            if surface.pointee.refcount > 1 { surface.pointee.refcount -= 1 } else { SDL_FreeSurface(surface) }
        }

        /// SDL frees a window's surface when the window changes its size; the renderer still refers to it then.
        private func keepSurface() {
            surface.pointee.refcount += 1
            // Of a grid with an empty place, nothing else covers that.
            SDL_FillRect(surface, nil, 0)
        }
    }

    /// The picture of a pane, made of colours again with each drawing.
    @MainActor private final class SurfacePicture: PanePicture {
        private unowned let canvas: SurfaceCanvas
        private var picture: VideoPicture?
        private var scaler = SurfaceScaler()

        init(_ canvas: SurfaceCanvas) {
            self.canvas = canvas
        }

        func take(_ picture: VideoPicture) {
            self.picture = picture
        }

        func draw(in place: PaneLayout.Rectangle) {
            let (surface, size) = (canvas.surface, canvas.size)
            var target = place
            if let picture {
                target = PaneLayout.fit(width: picture.shownSize.width, height: picture.shownSize.height, into: place)
            }
            let isInside =
                target.x >= 0 && target.y >= 0 && target.x + target.width <= size.width
                && target.y + target.height <= size.height
            if picture == nil || target != place || !isInside {
                var ground = SDL_Rect(place)
                SDL_FillRect(surface, &ground, 0)
            }
            guard let picture, isInside, let pixels = surface.pointee.pixels else { return }
            let stride = Int(surface.pointee.pitch)
            let first = pixels.assumingMemoryBound(to: UInt8.self) + target.y * stride + 4 * target.x
            scaler.scale(picture, to: first, stride: stride, width: target.width, height: target.height)
        }

        func forgetTextures() {}
    }
#endif
