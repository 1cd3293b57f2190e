#if Player
    import CSDL

    /// Where a window draws: with the GPU, or into memory.
    @MainActor protocol WindowCanvas: AnyObject {
        /// Draws text and lines.
        var renderer: OpaquePointer { get }
        /// Pixels.
        var size: (width: Int, height: Int) { get }
        /// Whether ``renew()`` must be called before the next drawing, and all textures be forgotten before that.
        var isOutdated: Bool { get }

        /// Takes the window's new size.
        ///
        /// - Returns: Whether it can be drawn.
        func renew() -> Bool
        /// A picture to be drawn here.
        func makePicture() -> any PanePicture
        /// Begins to draw the window anew.
        func clear()
        /// Shows what was drawn.
        func present()
        /// Ends the use of the window. All textures must be forgotten before.
        func close()
    }

    /// The newest picture of a pane.
    @MainActor protocol PanePicture: AnyObject {
        func take(_ picture: VideoPicture) throws(WindowFailure)
        /// Draws the picture with its proportions into a part of the window.
        func draw(in place: PaneLayout.Rectangle)
        /// Gives its textures back.
        func forgetTextures()
    }

    /// SDL's renderer, which draws with the GPU.
    @MainActor final class RendererCanvas: WindowCanvas {
        let renderer: OpaquePointer

        /// - Throws: If SDL has no renderer for the window.
        init(_ window: OpaquePointer) throws(WindowFailure) {
            // Without waiting for the screen's refresh: a compositor shows the newest picture anyway, and waiting would
            // make each picture up to a refresh later.
            guard let renderer = SDL_CreateRenderer(window, -1, 0) else {
                throw .sdl("SDL cannot draw", "SDL_RENDER_DRIVER=software may do.")
            }
            self.renderer = renderer
        }

        let isOutdated = false

        var size: (width: Int, height: Int) {
            var (width, height): (Int32, Int32) = (0, 0)
            SDL_GetRendererOutputSize(renderer, &width, &height)
            return (Int(width), Int(height))
        }

        /// Whether a program plays the GPU: that is slower than a ``SurfaceCanvas``.
        var isSoftware: Bool {
            var information = SDL_RendererInfo()
            guard SDL_GetRendererInfo(renderer, &information) == 0 else { return false }
            if information.flags & SDL_RENDERER_SOFTWARE.rawValue != 0 { return true }
            guard let name = information.name, String(cString: name).hasPrefix("opengl"),
                let function = SDL_GL_GetProcAddress("glGetString")
            else { return false }
            typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
            let rendererName: UInt32 = 0x1f01
            guard let name = unsafeBitCast(function, to: GetString.self)(rendererName) else { return false }
            let text = String(cString: name).lowercased()
            return ["llvmpipe", "softpipe", "swrast", "swiftshader", "software rasterizer"].contains(
                where: text.contains
            )
        }

        func renew() -> Bool { true }

        func makePicture() -> any PanePicture { PictureTexture(renderer) }

        func clear() {
            SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255)
            SDL_RenderClear(renderer)
        }

        func present() { SDL_RenderPresent(renderer) }

        func close() { SDL_DestroyRenderer(renderer) }
    }
#endif
