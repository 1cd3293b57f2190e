#if Capture
    import CFFmpeg

    /// One encoder in place of another.
    extension VideoEncoder {
        /// Whether another encoder would go on where this one fails. Software does not fail.
        var mayBeReplaced: Bool { running.encoder.isHardware && candidates.hasOther }

        /// Opens the encoder for a picture and the bit rate as they are now; what the old one holds comes out first.
        func reopen(for picture: RawFrame, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            // A device that fails now is found out by the next encoder, and what it held is done again.
            do throws(EncodingTrouble) { try drain(body) } catch {}
            running = try candidates.open(for: picture, bitRate: bitRateLimit, reusing: running.surfaces)
            do throws(EncodingTrouble) { try begin(body) } catch { try recover(from: error, body) }
        }

        /// Goes on with the next encoder, and does again what the one that failed has not handed out.
        func recover(from trouble: EncodingTrouble, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            var trouble = trouble
            while true {
                let error = captureError(trouble)
                if case .unfit = trouble { throw error }
                try candidates.giveUpFirst(error)
                running = try candidates.open(for: newest, bitRate: bitRateLimit, passedOver: [error.reason])
                do throws(EncodingTrouble) { return try begin(body) } catch { trouble = error }
            }
        }

        /// Expects the stream of an encoder that was just opened, and feeds it what the one before has left.
        private func begin(_ body: (EncodedPicture) -> Void) throws(EncodingTrouble) {
            finisher = AccessUnitFinisher(running.target)
            isChecked = false
            // A picture from before one that is already out would be shown late, and one of another size would not fit.
            let left = pending.filter { $0.tick > newestTick && format(of: $0.frame) == running.target.format }
            pending = left
            for picture in left { try feed(picture, body) }
        }

        func captureError(_ trouble: EncodingTrouble) -> CaptureError {
            switch trouble {
            case .unfit(let error): return error
            case .refused(let sentence): return CaptureError(.usage, sentence)
            case .failed(let error):
                let place = running.surfaces.map { " on \($0.device)" } ?? ""
                return CaptureError(.failure, "\(running.name)\(place) has failed (\(error)).")
            }
        }
    }
#endif
