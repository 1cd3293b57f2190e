#if Capture
    import CFFmpeg
    import Libav
    import Platform

    /// Surfaces of a VA-API device, and the upload of pictures.
    ///
    /// Confined to one thread.
    final class SurfacePool {
        /// The reason for a failure, as the end of a sentence.
        struct Failure: Error {
            let code: CaptureError.Code
            let reason: String
        }

        let device: String
        private let format: VideoFormat
        private let deviceContext: UnsafeMutablePointer<AVBufferRef>
        private let framesContext: UnsafeMutablePointer<AVBufferRef>

        /// Opens a render node and prepares surfaces for NV12 pictures.
        init(device: String, format: VideoFormat) throws(Failure) {
            self.device = device
            self.format = format
            try Self.checkAccess(device)
            var opened: UnsafeMutablePointer<AVBufferRef>?
            let result = av_hwdevice_ctx_create(&opened, AV_HWDEVICE_TYPE_VAAPI, device, nil, 0)
            guard result >= 0, let opened else {
                throw Failure(code: .unavailable, reason: "no VA-API driver works there; 'vainfo' shows details")
            }
            guard let frames = av_hwframe_ctx_alloc(opened) else {
                var opened: UnsafeMutablePointer<AVBufferRef>? = opened
                av_buffer_unref(&opened)
                throw Failure(code: .failure, reason: "no memory")
            }
            deviceContext = opened
            framesContext = frames
            let context = UnsafeMutableRawPointer(frames.pointee.data).assumingMemoryBound(to: AVHWFramesContext.self)
            context.pointee.format = AV_PIX_FMT_VAAPI
            context.pointee.sw_format = AV_PIX_FMT_NV12
            context.pointee.width = Int32(clamping: format.width)
            context.pointee.height = Int32(clamping: format.height)
            // The pool grows by itself to the number of surfaces in use.
            context.pointee.initial_pool_size = 0
            guard av_hwframe_ctx_init(frames) >= 0 else {
                throw Failure(
                    code: .unavailable,
                    reason: "it has no surfaces for \(format.width)x\(format.height) pictures"
                )
            }
        }

        deinit {
            var frames: UnsafeMutablePointer<AVBufferRef>? = framesContext
            av_buffer_unref(&frames)
            var device: UnsafeMutablePointer<AVBufferRef>? = deviceContext
            av_buffer_unref(&device)
        }

        /// Whether its surfaces have the size of the pictures.
        func fits(_ other: VideoFormat) -> Bool { other.width == format.width && other.height == format.height }

        /// A new reference for an encoder.
        func reference() -> UnsafeMutablePointer<AVBufferRef>? { av_buffer_ref(framesContext) }

        /// Copies a picture to a surface.
        func upload(_ picture: RawFrame) throws(LibavError) -> RawFrame {
            let surface = try RawFrame()
            try LibavError.check(av_hwframe_get_buffer(framesContext, surface.pointer, 0))
            try LibavError.check(av_hwframe_transfer_data(surface.pointer, picture.pointer, 0))
            try LibavError.check(av_frame_copy_props(surface.pointer, picture.pointer))
            return surface
        }

        private static func checkAccess(_ device: String) throws(Failure) {
            guard access(device, R_OK | W_OK) != 0 else { return }
            switch errno {
            case EACCES, EPERM:
                throw Failure(
                    code: .permissionDenied,
                    reason: "permission denied; the user needs its group ('sudo usermod -aG render USER')"
                )
            default: throw Failure(code: .noInput, reason: "there is no such device")
            }
        }
    }
#endif
