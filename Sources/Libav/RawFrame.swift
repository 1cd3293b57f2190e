#if Capture || Player
    import CFFmpeg

    /// A decoded picture or block of samples; owns a reference to libav's buffers.
    ///
    /// Passing a frame to another thread transfers it; two threads never use the same one.
    package final class RawFrame {
        package let pointer: UnsafeMutablePointer<AVFrame>

        /// An empty frame.
        ///
        /// - Throws: ``LibavError/noMemory``.
        package init() throws(LibavError) {
            guard let pointer = av_frame_alloc() else { throw .noMemory }
            self.pointer = pointer
        }

        /// A new reference to the same buffers.
        package init(referring other: RawFrame) throws(LibavError) {
            guard let pointer = av_frame_clone(other.pointer) else { throw .noMemory }
            self.pointer = pointer
        }

        deinit {
            var pointer: UnsafeMutablePointer<AVFrame>? = pointer
            av_frame_free(&pointer)
        }

        /// The presentation time, in microseconds of the media clock; `nil` if unknown.
        package var presentationTime: Int64? {
            get { pointer.pointee.pts == shim_no_time() ? nil : pointer.pointee.pts }
            set { pointer.pointee.pts = newValue ?? shim_no_time() }
        }

        /// The width of a picture, in luma samples.
        package var width: Int { Int(pointer.pointee.width) }
        /// The height of a picture, in luma samples.
        package var height: Int { Int(pointer.pointee.height) }
        /// Of a picture.
        package var pixelFormat: AVPixelFormat { AVPixelFormat(pointer.pointee.format) }
        /// The number of samples per channel of an audio block.
        package var sampleCount: Int { Int(pointer.pointee.nb_samples) }
    }
#endif
