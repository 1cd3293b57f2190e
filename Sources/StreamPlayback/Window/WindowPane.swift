#if Player
    import CSDL

    /// A stream's part of the window: its newest picture, and its text.
    @MainActor final class WindowPane {
        private let picture: any PanePicture
        private let message = TextTexture()
        private let statistics = TextTexture()
        private var overlay = PaneOverlay()
        /// Why the last picture is not shown.
        private var failure: String?

        init(_ picture: any PanePicture) {
            self.picture = picture
        }

        /// Takes news.
        ///
        /// - Returns: Whether the pane must be drawn.
        func take(_ news: PictureMailbox.Delivery) -> Bool {
            if let overlay = news.overlay { self.overlay = overlay }
            guard let picture = news.picture else { return news.overlay != nil }
            do {
                try self.picture.take(picture)
                failure = nil
            } catch {
                failure = error.description
            }
            return true
        }

        func draw(_ renderer: OpaquePointer, in place: PaneLayout.Rectangle, scale: Int) {
            picture.draw(in: place)
            if !overlay.statistics.isEmpty {
                statistics.draw(overlay.statistics, renderer, scale: scale) { _ in (place.x, place.y) }
            }
            if let text = failure ?? overlay.message {
                let lines = TextImage.lines(of: text, fitting: place.width, scale: scale)
                message.draw(lines, renderer, scale: scale) { size in
                    (place.x + (place.width - size.width) / 2, place.y + (place.height - size.height) / 2)
                }
            }
            guard overlay.isSelected else { return }
            SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255)
            var frame = SDL_Rect(place)
            SDL_RenderDrawRect(renderer, &frame)
        }

        /// The renderer lost its textures.
        func forgetTextures() {
            picture.forgetTextures()
            message.forget()
            statistics.forget()
        }
    }

    /// Text as a texture.
    @MainActor private final class TextTexture {
        private var texture: Texture?
        private var lines: [String] = []
        private var scale = 0

        /// - Parameter place: The upper left corner, for a size in pixels.
        func draw(
            _ lines: [String],
            _ renderer: OpaquePointer,
            scale: Int,
            at place: ((width: Int, height: Int)) -> (x: Int, y: Int)
        ) {
            if texture == nil || lines != self.lines || scale != self.scale {
                let image = TextImage(lines, scale: scale)
                texture = Texture(
                    renderer,
                    SDL_PIXELFORMAT_ARGB8888.rawValue,
                    SDL_TEXTUREACCESS_STATIC,
                    width: image.width,
                    height: image.height
                )
                (self.lines, self.scale) = (lines, scale)
                guard let texture else { return }
                image.pixels.withUnsafeBytes {
                    _ = SDL_UpdateTexture(texture.pointer, nil, $0.baseAddress, Int32(4 * image.width))
                }
                SDL_SetTextureBlendMode(texture.pointer, SDL_BLENDMODE_BLEND)
            }
            guard let texture else { return }
            let (x, y) = place((texture.width, texture.height))
            var target = SDL_Rect(x: Int32(x), y: Int32(y), w: Int32(texture.width), h: Int32(texture.height))
            SDL_RenderCopy(renderer, texture.pointer, nil, &target)
        }

        func forget() {
            texture = nil
        }
    }

    extension SDL_Rect {
        /// Of numbers that fit into a window.
        init(_ place: PaneLayout.Rectangle) {
            self.init(
                x: Int32(clamping: place.x),
                y: Int32(clamping: place.y),
                w: Int32(clamping: place.width),
                h: Int32(clamping: place.height)
            )
        }
    }
#endif
