#if Player
    import CFFmpeg
    import Libav

    /// A GPU that decodes, through VA-API.
    ///
    /// `@unchecked Sendable`: libva locks it, and libav counts the references.
    package final class HardwareDevice: @unchecked Sendable {
        let reference: UnsafeMutablePointer<AVBufferRef>

        /// Opens a render node.
        ///
        /// - Parameter path: Such as `/dev/dri/renderD128`; `nil` for libva's own choice.
        /// - Throws: ``LibavError`` if there is no GPU, no driver for it, or no permission.
        package init(path: String? = nil) throws(LibavError) {
            LibavLog.install()
            var reference: UnsafeMutablePointer<AVBufferRef>?
            try LibavError.check(av_hwdevice_ctx_create(&reference, AV_HWDEVICE_TYPE_VAAPI, path, nil, 0))
            guard let reference else { throw .noMemory }
            self.reference = reference
        }

        deinit {
            var reference: UnsafeMutablePointer<AVBufferRef>? = reference
            av_buffer_unref(&reference)
        }

        /// Has a decoder use the GPU where it can. libavcodec itself decodes in software what the driver does not know.
        func attach(to context: UnsafeMutablePointer<AVCodecContext>) throws(LibavError) {
            guard let own = av_buffer_ref(reference) else { throw .noMemory }
            context.pointee.hw_device_ctx = own
            context.pointee.get_format = { context, formats in
                guard let formats else { return AV_PIX_FMT_NONE }
                var next = formats
                while next.pointee != AV_PIX_FMT_NONE {
                    if next.pointee == AV_PIX_FMT_VAAPI { return AV_PIX_FMT_VAAPI }
                    next += 1
                }
                return avcodec_default_get_format(context, formats)
            }
        }

        /// Copies a picture from the GPU's memory.
        static func copy(_ frame: RawFrame) throws(LibavError) -> RawFrame {
            let copy = try RawFrame()
            try LibavError.check(av_hwframe_transfer_data(copy.pointer, frame.pointer, 0))
            try LibavError.check(av_frame_copy_props(copy.pointer, frame.pointer))
            let source = frame.pointer.pointee
            copy.pointer.pointee.crop_left = source.crop_left
            copy.pointer.pointee.crop_right = source.crop_right
            copy.pointer.pointee.crop_top = source.crop_top
            copy.pointer.pointee.crop_bottom = source.crop_bottom
            return copy
        }
    }
#endif
