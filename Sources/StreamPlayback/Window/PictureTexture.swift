#if Player
    import CSDL

    /// Pixels in the renderer's memory.
    @MainActor final class Texture {
        let pointer: OpaquePointer
        let width: Int
        let height: Int

        init?(_ renderer: OpaquePointer, _ format: UInt32, _ access: SDL_TextureAccess, width: Int, height: Int) {
            let (wide, high) = (Int32(clamping: width), Int32(clamping: height))
            guard let pointer = SDL_CreateTexture(renderer, format, Int32(access.rawValue), wide, high) else {
                return nil
            }
            (self.pointer, self.width, self.height) = (pointer, width, height)
        }

        isolated deinit {
            SDL_DestroyTexture(pointer)
        }
    }

    /// The picture of a pane. The renderer makes colours of its samples.
    @MainActor final class PictureTexture: PanePicture {
        private let renderer: OpaquePointer
        private var texture: Texture?
        private var format: UInt32 = 0
        private var shownSize = (width: 0, height: 0)
        private var mode = SDL_YUV_CONVERSION_BT709
        private var narrowing: RangeNarrowing?

        init(_ renderer: OpaquePointer) {
            self.renderer = renderer
        }

        /// Copies a picture into the renderer's memory.
        func take(_ picture: VideoPicture) throws(WindowFailure) {
            let format = picture.layout == .planar ? SDL_PIXELFORMAT_IYUV.rawValue : SDL_PIXELFORMAT_NV12.rawValue
            if texture?.width != picture.width || texture?.height != picture.height || self.format != format {
                texture = Texture(
                    renderer,
                    format,
                    SDL_TEXTUREACCESS_STREAMING,
                    width: picture.width,
                    height: picture.height
                )
                self.format = format
            }
            guard let texture else {
                throw .sdl(
                    "The screen cannot show a picture of \(picture.width)x\(picture.height)",
                    "publish a smaller one."
                )
            }
            shownSize = picture.shownSize
            mode =
                switch (picture.matrix, picture.isFullRange) {
                case (.bt601, false): SDL_YUV_CONVERSION_BT601
                case (.bt601, true): SDL_YUV_CONVERSION_JPEG
                case (.bt709, _): SDL_YUV_CONVERSION_BT709
                }
            // The software renderer makes colours of the samples when they are copied.
            SDL_SetYUVConversionMode(mode)
            // SDL has no mode for BT.709 of full range.
            if picture.isFullRange, picture.matrix == .bt709 {
                var narrowing = narrowing ?? RangeNarrowing()
                narrowing.narrow(picture) { Self.copy($0, of: picture, to: texture.pointer) }
                self.narrowing = narrowing
            } else {
                Self.copy(picture.planes, of: picture, to: texture.pointer)
            }
        }

        func draw(in place: PaneLayout.Rectangle) {
            guard let texture else { return }
            SDL_SetYUVConversionMode(mode)
            var target = SDL_Rect(PaneLayout.fit(width: shownSize.width, height: shownSize.height, into: place))
            SDL_RenderCopy(renderer, texture.pointer, nil, &target)
        }

        func forgetTextures() {
            texture = nil
        }

        private static func copy(_ planes: [VideoPicture.Plane], of picture: VideoPicture, to texture: OpaquePointer) {
            let (luma, first) = (planes[0], planes[1])
            let (lumaStride, firstStride) = (Int32(clamping: luma.stride), Int32(clamping: first.stride))
            switch picture.layout {
            case .planar:
                let second = planes[2]
                SDL_UpdateYUVTexture(
                    texture,
                    nil,
                    luma.bytes,
                    lumaStride,
                    first.bytes,
                    firstStride,
                    second.bytes,
                    Int32(clamping: second.stride)
                )
            case .semiplanar:
                SDL_UpdateNVTexture(texture, nil, luma.bytes, lumaStride, first.bytes, firstStride)
            }
        }
    }
#endif
