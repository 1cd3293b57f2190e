#if Capture
    import CFFmpeg

    /// Waits for a sender, such as OBS by RTMP, and rejects connections without a valid stream.
    struct SenderListener {
        /// The pause after a rejected connection, in microseconds.
        private static let pause: UInt32 = 1_000_000

        let source: MediaSource
        let stop: StopFlag
        let report: (String) -> Void

        /// The stream of the next sender.
        ///
        /// - Throws: ``CaptureError`` if it cannot listen; `.stopped` if the capture is stopped.
        func accept() throws(CaptureError) -> MediaReader {
            var lastMessage: String?
            while true {
                do throws(CaptureError) {
                    return try MediaReader(source, stop: stop)
                } catch {
                    guard Self.isSenderError(error.code), !stop.isSet else { throw error }
                    // A program that retries is reported once.
                    if error.reason != lastMessage { report("\(error.reason) Still listening.") }
                    lastMessage = error.reason
                    av_usleep(Self.pause)
                }
            }
        }

        /// Whether another sender may succeed.
        private static func isSenderError(_ code: CaptureError.Code) -> Bool {
            code == .badData || code == .noInput || code == .unavailable
        }
    }
#endif
