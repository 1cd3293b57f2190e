#if Capture
    /// What becomes of the packets of one stream. Confined to the thread that reads them.
    protocol PacketConsumer: AnyObject {
        /// The packets to come are of this stream: the first time, or because the input was opened again.
        ///
        /// - Throws: ``CaptureError`` where its configuration cannot be read.
        func begin(_ stream: MediaStream) throws(CaptureError)

        /// Takes a packet, whose times are on the media clock.
        func take(_ packet: Packet) throws(CaptureError)

        /// The stream has ended, or goes on elsewhere: nothing of it is held back.
        func finish() throws(CaptureError)
    }

    extension Packet {
        /// Both times, where the container has given one of them at least.
        var times: (decode: Int64, presentation: Int64) {
            let presentation = presentationTime ?? decodeTime ?? 0
            return (decodeTime ?? presentation, presentation)
        }
    }
#endif
