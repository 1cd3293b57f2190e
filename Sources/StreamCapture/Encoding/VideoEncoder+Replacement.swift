#if Capture
    import CFFmpeg

    /// One encoder in place of another.
    extension VideoEncoder {
        /// Whether another encoder would go on where this one fails. Software does not fail.
        var mayBeReplaced: Bool { running.surfaces != nil && candidates.count > 1 }

        /// Opens the encoder for what the target is now; what the old one holds comes out first.
        func reopen(_ pixelFormat: AVPixelFormat, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            // A device that fails now is found out by the next encoder, and what it held is done again.
            do throws(EncodingTrouble) { try drain(body) } catch {}
            let opening = EncoderOpening(
                settings: settings,
                target: target,
                pixelFormat: pixelFormat,
                surfaces: running.surfaces
            )
            running = try opening.openFirst(of: &candidates, announce: announce)
            do throws(EncodingTrouble) { try begin(body) } catch { try recover(from: error, body) }
        }

        /// Goes on with the next encoder, and does again what the one that failed has not handed out.
        func recover(from trouble: EncodingTrouble, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            var trouble = trouble
            while true {
                let error = captureError(trouble)
                candidates = candidates.dropFirst()
                guard !candidates.isEmpty else { throw settings.encoder.adviseAfter(error) }
                let opening = EncoderOpening(
                    settings: settings,
                    target: target,
                    pixelFormat: pending.last?.frame.pixelFormat
                )
                running = try opening.openFirst(of: &candidates, announce: announce, passedOver: [error.reason])
                do throws(EncodingTrouble) { return try begin(body) } catch { trouble = error }
            }
        }

        /// Expects the stream of an encoder that was just opened, and feeds it what the one before has left.
        private func begin(_ body: (EncodedPicture) -> Void) throws(EncodingTrouble) {
            finisher = AccessUnitFinisher(target)
            isChecked = false
            // A picture from before one that is already out would be shown late.
            let left = pending.filter { $0.tick > newestTick }
            pending = left
            for picture in left { try feed(picture, body) }
        }

        func captureError(_ trouble: EncodingTrouble) -> CaptureError {
            switch trouble {
            case .refused(let sentence): return CaptureError(.usage, sentence)
            case .failed(let error):
                let place = running.surfaces.map { " on \($0.device)" } ?? ""
                return CaptureError(.failure, "\(running.name)\(place) has failed (\(error)).")
            }
        }
    }
#endif
