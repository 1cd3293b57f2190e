#if Capture
    /// Decodes pictures, and hands them to the thread that encodes them.
    final class PictureBranch: PacketConsumer {
        private let pictures: Handover<RawFrame>
        private let isLive: Bool
        private var decoder: Decoder?

        /// - Parameter isLive: The newest picture is worth more than the oldest.
        init(to pictures: Handover<RawFrame>, isLive: Bool) {
            self.pictures = pictures
            self.isLive = isLive
        }

        func begin(_ stream: MediaStream) throws(CaptureError) {
            decoder = try Decoder(stream, isLive: isLive)
        }

        func take(_ packet: Packet) throws(CaptureError) {
            try decoder?.decode(packet) { picture throws(CaptureError) in hand(picture) }
        }

        func finish() throws(CaptureError) {
            try decoder?.decode(nil) { picture throws(CaptureError) in hand(picture) }
        }

        private func hand(_ picture: RawFrame) {
            // The decoder has given this frame away. What it goes on to read are the samples, which nobody writes.
            nonisolated(unsafe) let picture = picture
            if isLive { pictures.replaceOldest(with: picture) } else { pictures.put(picture) }
        }
    }
#endif
