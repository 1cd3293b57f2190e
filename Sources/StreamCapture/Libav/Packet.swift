#if Capture
    import CFFmpeg

    /// What a demuxer or an encoder hands out: usually one access unit or one audio frame.
    final class Packet {
        let pointer: UnsafeMutablePointer<AVPacket>

        /// Empty.
        ///
        /// - Throws: ``LibavError/noMemory``.
        init() throws(LibavError) {
            guard let pointer = av_packet_alloc() else { throw .noMemory }
            self.pointer = pointer
        }

        deinit {
            var pointer: UnsafeMutablePointer<AVPacket>? = pointer
            av_packet_free(&pointer)
        }

        /// The stream that it belongs to.
        var streamIndex: Int { Int(pointer.pointee.stream_index) }
        var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
        /// In the time base of its stream or encoder; `nil` where not known.
        var presentationTime: Int64? { Self.time(pointer.pointee.pts) }
        /// In the time base of its stream or encoder; `nil` where not known.
        var decodeTime: Int64? { Self.time(pointer.pointee.dts) }

        /// In the time base of its stream or encoder; 0 where not known.
        var duration: Int64 { max(0, pointer.pointee.duration) }

        /// Its bytes, for as long as the packet is there and not filled anew.
        var bytes: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(max(0, pointer.pointee.size)))
        }

        /// Lends its bytes to `body`.
        func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
            body(RawSpan(_unsafeBytes: bytes))
        }

        /// Lets go of the bytes, to be filled again.
        func clear() {
            av_packet_unref(pointer)
        }

        private static func time(_ value: Int64) -> Int64? { value == shim_no_time() ? nil : value }
    }
#endif
