#if Capture
    import CFFmpeg

    extension Packet {
        /// The codec configuration that holds from this packet on, where it is another than before: an avcC record or the
        /// like, as the container has it.
        var newConfiguration: [UInt8]? { sideData(AV_PKT_DATA_NEW_EXTRADATA).map { Array($0) } }

        /// Whether its bytes can be read only with a key (ISO/IEC 23001-7).
        var isEncrypted: Bool { sideData(AV_PKT_DATA_ENCRYPTION_INFO) != nil }

        private func sideData(_ type: AVPacketSideDataType) -> UnsafeRawBufferPointer? {
            var size = 0
            guard let bytes = av_packet_get_side_data(pointer, type, &size) else { return nil }
            return UnsafeRawBufferPointer(start: bytes, count: size)
        }
    }
#endif
