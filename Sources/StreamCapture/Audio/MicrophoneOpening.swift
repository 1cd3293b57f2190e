#if Capture
    import CFFmpeg

    /// A sound device, opened.
    struct MicrophoneOpening {
        let reader: MediaReader
        let stream: MediaStream

        /// Tries what the device may take.
        ///
        /// - Throws: ``CaptureError`` that says why the device cannot be used and what to do.
        init(_ device: SoundDevice, _ settings: AudioSettings, _ stop: StopFlag) throws(CaptureError) {
            LibavLog.takeOver()
            avdevice_register_all()
            let system = device.system.rawValue
            guard av_find_input_format(system) != nil else {
                throw CaptureError(
                    .unavailable,
                    "FFmpeg's libraries here are built without \(system); install those of the distribution."
                )
            }
            var failure = CaptureError(.noInput, "\(device) cannot be opened.")
            for attempt in MicrophoneAttempt.all(for: settings) {
                do throws(CaptureError) {
                    let reader = try MediaReader(Self.source(device, attempt), stop: stop)
                    guard let stream = reader.bestStream(.audio) else { continue }
                    self.reader = reader
                    self.stream = stream
                    return
                } catch {
                    if error.code == .stopped { throw error }
                    let reason = SoundDeviceFailure(device, said: LibavLog.firstError, words: error.reason)
                    failure = reason.captureError
                    guard reason.reason == .format else { throw failure }
                }
            }
            throw failure
        }

        var format: AudioFormat {
            let parameters = stream.parameters.pointer.pointee
            return AudioFormat(
                sampleRate: Int(parameters.sample_rate),
                channels: Int(parameters.ch_layout.nb_channels)
            )
        }

        private static func source(_ device: SoundDevice, _ attempt: MicrophoneAttempt) -> MediaSource {
            var source = MediaSource(url: device.name, name: "\(device)", format: device.system.rawValue)
            source.options["sample_rate"] = String(attempt.format.sampleRate)
            source.options["channels"] = String(attempt.format.channels)
            if device.system == .pulse { source.options["fragment_size"] = String(attempt.bytes(inMilliseconds: 10)) }
            source.soundEncoding = attempt.encoding.rawValue
            source.isLive = true
            source.isNonBlocking = true
            source.isProbed = false
            source.keepsTimes = true
            return source
        }
    }
#endif
