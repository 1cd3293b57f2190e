#if Capture || Player
    import CFFmpeg

    /// The parameters that a decoder needs before the first packet.
    package final class CodecParameters {
        package let pointer: UnsafeMutablePointer<AVCodecParameters>

        /// Empty parameters.
        package init() throws(LibavError) {
            guard let pointer = avcodec_parameters_alloc() else { throw .noMemory }
            self.pointer = pointer
        }

        package convenience init(copying other: UnsafePointer<AVCodecParameters>) throws(LibavError) {
            try self.init()
            try LibavError.check(avcodec_parameters_copy(pointer, other))
        }

        deinit {
            var pointer: UnsafeMutablePointer<AVCodecParameters>? = pointer
            avcodec_parameters_free(&pointer)
        }

        /// The codec's configuration, such as an avcC record; empty if there is none.
        package var configuration: [UInt8] {
            guard let bytes = pointer.pointee.extradata, pointer.pointee.extradata_size > 0 else { return [] }
            return Array(UnsafeRawBufferPointer(start: bytes, count: Int(pointer.pointee.extradata_size)))
        }
    }

    extension AVRational {
        package static let microseconds = AVRational(num: 1, den: 1_000_000)
    }
#endif
