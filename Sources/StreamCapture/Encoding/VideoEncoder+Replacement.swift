#if Capture
    import CFFmpeg
    import Libav

    /// Replaces one encoder by another.
    extension VideoEncoder {
        /// Whether another encoder can take over after a failure. Software encoders do not fail.
        var mayBeReplaced: Bool { running.encoder.isHardware && candidates.hasOther }

        /// Opens the encoder for the current picture and bit rate; the old encoder's remaining output is emitted first.
        func reopen(for picture: RawFrame, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            // If the device fails here, the next encoder encodes the remaining pictures again.
            do throws(EncodingFailure) { try drain(body) } catch {}
            running = try candidates.open(for: picture, bitRate: bitRateLimit, reusing: running.surfaces)
            do throws(EncodingFailure) { try begin(body) } catch { try recover(from: error, body) }
        }

        /// Continues with the next encoder, and encodes the pictures again that the failed one has not emitted.
        func recover(from failure: EncodingFailure, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            var failure = failure
            while true {
                let error = captureError(failure)
                if case .conversionFailed = failure { throw error }
                try candidates.dropFirst(because: error)
                running = try candidates.open(for: newest, bitRate: bitRateLimit, passedOver: [error.reason])
                do throws(EncodingFailure) { return try begin(body) } catch { failure = error }
            }
        }

        /// Starts a new encoder, and sends it the pictures that the previous one has not emitted.
        private func begin(_ body: (EncodedPicture) -> Void) throws(EncodingFailure) {
            completer = AccessUnitCompleter(running.target)
            isChecked = false
            // A picture older than emitted ones would be shown late, and one of another size would not fit.
            let left = pending.filter { $0.tick > newestTick && format(of: $0.frame) == running.target.format }
            pending = left
            for picture in left { try feed(picture, body) }
        }

        func captureError(_ failure: EncodingFailure) -> CaptureError {
            switch failure {
            case .conversionFailed(let error): return error
            case .mismatch(let message): return CaptureError(.usage, message)
            case .failed(let error):
                let place = running.surfaces.map { " on \($0.device)" } ?? ""
                return CaptureError(.failure, "\(running.name)\(place) has failed (\(error)).")
            }
        }
    }
#endif
