#if Capture || Player
    import CFFmpeg

    /// The output of a demuxer or an encoder: usually one access unit or one audio frame.
    package final class Packet {
        package let pointer: UnsafeMutablePointer<AVPacket>

        /// An empty packet.
        ///
        /// - Throws: ``LibavError/noMemory``.
        package init() throws(LibavError) {
            guard let pointer = av_packet_alloc() else { throw .noMemory }
            self.pointer = pointer
        }

        deinit {
            var pointer: UnsafeMutablePointer<AVPacket>? = pointer
            av_packet_free(&pointer)
        }

        /// The index of its stream.
        package var streamIndex: Int { Int(pointer.pointee.stream_index) }
        package var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
        /// In the time base of its stream or encoder; `nil` if unknown.
        package var presentationTime: Int64? { Self.time(pointer.pointee.pts) }
        /// In the time base of its stream or encoder; `nil` if unknown.
        package var decodeTime: Int64? { Self.time(pointer.pointee.dts) }

        /// In the time base of its stream or encoder; 0 if unknown.
        package var duration: Int64 { max(0, pointer.pointee.duration) }

        /// The packet's bytes, valid until the packet is cleared, refilled or freed.
        package var bytes: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(max(0, pointer.pointee.size)))
        }

        /// Lends the bytes to `body`.
        package func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
            body(RawSpan(_unsafeBytes: bytes))
        }

        /// Releases the bytes, so that the packet can be filled again.
        package func clear() {
            av_packet_unref(pointer)
        }

        private static func time(_ value: Int64) -> Int64? { value == shim_no_time() ? nil : value }
    }

    extension Packet {
        /// The codec configuration from this packet on, if it has changed: an avcC record or similar, in the
        /// container's form.
        package var newConfiguration: [UInt8]? { sideData(AV_PKT_DATA_NEW_EXTRADATA).map { Array($0) } }

        /// Whether the packet is encrypted (ISO/IEC 23001-7).
        package var isEncrypted: Bool { sideData(AV_PKT_DATA_ENCRYPTION_INFO) != nil }

        private func sideData(_ type: AVPacketSideDataType) -> UnsafeRawBufferPointer? {
            var size = 0
            guard let bytes = av_packet_get_side_data(pointer, type, &size) else { return nil }
            return UnsafeRawBufferPointer(start: bytes, count: size)
        }
    }
#endif
