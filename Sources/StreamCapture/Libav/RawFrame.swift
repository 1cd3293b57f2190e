#if Capture
    import CFFmpeg

    /// A picture or a block of samples as they are between a decoder and an encoder: owns a reference to libav's buffers.
    ///
    /// Passing one to another thread hands it over; two threads never use the same one.
    final class RawFrame {
        let pointer: UnsafeMutablePointer<AVFrame>

        /// Empty.
        ///
        /// - Throws: ``LibavError/noMemory``.
        init() throws(LibavError) {
            guard let pointer = av_frame_alloc() else { throw .noMemory }
            self.pointer = pointer
        }

        /// Another reference to the same buffers.
        init(referring other: RawFrame) throws(LibavError) {
            guard let pointer = av_frame_clone(other.pointer) else { throw .noMemory }
            self.pointer = pointer
        }

        deinit {
            var pointer: UnsafeMutablePointer<AVFrame>? = pointer
            av_frame_free(&pointer)
        }

        /// When it is to be shown or heard, in microseconds of the media clock; `nil` where not known.
        var presentationTime: Int64? {
            get { pointer.pointee.pts == shim_no_time() ? nil : pointer.pointee.pts }
            set { pointer.pointee.pts = newValue ?? shim_no_time() }
        }

        /// Of a picture, in luma samples.
        var width: Int { Int(pointer.pointee.width) }
        /// Of a picture, in luma samples.
        var height: Int { Int(pointer.pointee.height) }
        /// Of a picture.
        var pixelFormat: AVPixelFormat { AVPixelFormat(pointer.pointee.format) }
        /// Of a block of sound: samples in each channel.
        var sampleCount: Int { Int(pointer.pointee.nb_samples) }
    }
#endif
