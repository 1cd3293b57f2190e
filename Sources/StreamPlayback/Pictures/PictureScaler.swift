#if Player
    import CFFmpeg
    import Libav

    /// Converts pictures to another size, pixel format, matrix and range. It keeps libswscale's tables for the next
    /// picture.
    ///
    /// Confined to one thread.
    final class PictureScaler {
        /// What a picture becomes.
        struct Target: Hashable {
            var width: Int
            var height: Int
            var pixelFormat: AVPixelFormat
            var colour: PictureColour
        }

        private struct Key: Hashable {
            var width: Int
            var height: Int
            var pixelFormat: AVPixelFormat
            var colour: PictureColour
            var target: Target
        }

        private var scaler: UnsafeMutableRawPointer?
        private var key: Key?

        deinit {
            shim_free_scaler(scaler)
        }

        /// A converted copy.
        ///
        /// - Parameter colour: Of the picture, whatever it says itself.
        func scale(_ frame: RawFrame, _ colour: PictureColour, to target: Target) throws(LibavError) -> RawFrame {
            let source = try RawFrame(referring: frame)
            source.pointer.pointee.format = frame.pixelFormat.withoutRange.rawValue
            let result = try RawFrame()
            result.pointer.pointee.width = Int32(clamping: target.width)
            result.pointer.pointee.height = Int32(clamping: target.height)
            result.pointer.pointee.format = target.pixelFormat.withoutRange.rawValue
            try LibavError.check(av_frame_get_buffer(result.pointer, 0))
            let key = Key(
                width: frame.width,
                height: frame.height,
                pixelFormat: frame.pixelFormat,
                colour: colour,
                target: target
            )
            if key != self.key {
                shim_free_scaler(scaler)
                scaler = shim_new_scaler(
                    source.pointer.pointee.width,
                    source.pointer.pointee.height,
                    frame.pixelFormat.withoutRange,
                    colour.matrix,
                    colour.isFullRange ? 1 : 0,
                    result.pointer.pointee.width,
                    result.pointer.pointee.height,
                    target.pixelFormat.withoutRange,
                    target.colour.matrix,
                    target.colour.isFullRange ? 1 : 0,
                    1
                )
                self.key = scaler == nil ? nil : key
            }
            guard let scaler else { throw .notImplemented }
            try LibavError.check(shim_scale(scaler, source.pointer, result.pointer))
            result.pointer.pointee.format = target.pixelFormat.rawValue
            return result
        }
    }
#endif
