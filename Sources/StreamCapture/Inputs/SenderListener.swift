#if Capture
    import CFFmpeg

    /// Waits for somebody who sends, such as OBS by RTMP, and turns away who does not.
    struct SenderListener {
        /// Between turning one away and listening again, in microseconds.
        private static let pause: UInt32 = 1_000_000

        let source: MediaSource
        let stop: StopFlag
        let announce: (String) -> Void

        /// The stream of the next sender.
        ///
        /// - Throws: ``CaptureError`` where nobody can be listened for; `.stopped` when told to stop.
        func accept() throws(CaptureError) -> MediaReader {
            var last: String?
            while true {
                do throws(CaptureError) {
                    return try MediaReader(source, stop: stop)
                } catch {
                    guard Self.isOfSender(error.code), !stop.isSet else { throw error }
                    // A program that keeps trying is worth one line.
                    if error.reason != last { announce("\(error.reason) Still listening.") }
                    last = error.reason
                    av_usleep(Self.pause)
                }
            }
        }

        /// Whether the next sender may do better.
        private static func isOfSender(_ code: CaptureError.Code) -> Bool {
            code == .badData || code == .noInput || code == .unavailable
        }
    }
#endif
