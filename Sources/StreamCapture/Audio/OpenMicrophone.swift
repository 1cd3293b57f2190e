/// One configuration to open a sound device with: devices named `hw:` support only the card's own formats.
struct MicrophoneConfiguration: Hashable, Sendable {
    /// The sample format, by libav's names.
    enum Encoding: String, Hashable, Sendable, CaseIterable {
        // Nearly every card has the first; studio cards have only the others.
        case pcm_s16le, pcm_s32le, pcm_s24le, pcm_f32le

        var bytesPerSample: Int {
            switch self {
            case .pcm_s16le: 2
            case .pcm_s24le: 3
            case .pcm_s32le, .pcm_f32le: 4
            }
        }
    }

    var encoding: Encoding
    /// ALSA selects the nearest rate of the card.
    var format: AudioFormat

    /// The size of this much audio in bytes, in whole samples.
    func bytes(inMilliseconds time: Int) -> Int {
        format.sampleRate * time / 1_000 * format.channels * encoding.bytesPerSample
    }

    /// The configurations to try, in order.
    ///
    /// - Parameter settings: A requested number of channels and sample rate are tried first.
    static func candidates(for settings: AudioSettings) -> [MicrophoneConfiguration] {
        var counts = [2, 1, 4, 6, 8]
        if let preferred = settings.channels { counts = [preferred] + counts.filter { $0 != preferred } }
        let rate = settings.sampleRate ?? 48_000
        return Encoding.allCases.flatMap { encoding in
            counts.map {
                MicrophoneConfiguration(encoding: encoding, format: AudioFormat(sampleRate: rate, channels: $0))
            }
        }
    }
}

#if Capture
    import CFFmpeg
    import Libav

    /// An open sound device.
    struct OpenMicrophone {
        let reader: MediaReader
        let stream: MediaStream

        /// Tries the configurations that the device may support.
        ///
        /// - Throws: ``CaptureError`` if the device cannot be used.
        init(_ device: AudioDevice, _ settings: AudioSettings, _ stop: StopFlag) throws(CaptureError) {
            LibavLog.install()
            avdevice_register_all()
            let system = device.system.rawValue
            guard av_find_input_format(system) != nil else {
                throw CaptureError(
                    .unavailable,
                    "FFmpeg's installed libraries have no \(system) support; install those of the distribution."
                )
            }
            var failure = CaptureError(.noInput, "\(device) cannot be opened.")
            for configuration in MicrophoneConfiguration.candidates(for: settings) {
                do throws(CaptureError) {
                    let reader = try MediaReader(Self.source(device, configuration), stop: stop)
                    guard let stream = reader.bestStream(.audio) else { continue }
                    self.reader = reader
                    self.stream = stream
                    return
                } catch {
                    if error.code == .stopped { throw error }
                    let reason = AudioDeviceFailure(device, logMessage: LibavLog.firstError, description: error.reason)
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

        private static func source(_ device: AudioDevice, _ configuration: MicrophoneConfiguration) -> MediaSource {
            var source = MediaSource(url: device.name, name: "\(device)", format: device.system.rawValue)
            source.options["sample_rate"] = String(configuration.format.sampleRate)
            source.options["channels"] = String(configuration.format.channels)
            if device.system == .pulse {
                source.options["fragment_size"] = String(configuration.bytes(inMilliseconds: 10))
            }
            source.audioCodec = configuration.encoding.rawValue
            source.isLive = true
            source.isNonBlocking = true
            source.isProbed = false
            source.keepsTimestamps = true
            return source
        }
    }
#endif
