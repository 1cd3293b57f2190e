#if Capture
    import StreamCapture

    extension PublishRoute {
        /// What to capture, by the options.
        ///
        /// - Throws: ``Failure`` where they do not go together.
        func captureSettings() throws -> CaptureSettings {
            do {
                let input = try InputAddress(argument: command.input, inputFormat: command.inputFormat)
                try refuseWhatHasNoEffect(on: input)
                var settings = CaptureSettings(input)
                settings.picture = command.picture.settings
                settings.rtspTransport = command.rtspTransport ?? .automatic
                settings.cameraFormat = command.picture.pixelFormat
                settings.encoder = command.encoding.settings
                settings.encodesAnew = command.wantsEncoder
                settings.audio.source = try command.sound.audio.map { try AudioSettings.Source(argument: $0) } ?? .input
                settings.audio.bitRate = command.sound.audioBitrate?.bitsPerSecond
                settings.speed = command.speed ?? 1
                settings.loops = command.loop
                settings.isAdaptive = command.live.adaptive
                settings.keepWarm = command.live.keepWarmTime
                try settings.picture.check()
                try settings.encoder.validate()
                try settings.audio.check()
                return settings
            } catch let error as CaptureError {
                throw Failure(error)
            }
        }

        private func refuseWhatHasNoEffect(on input: InputAddress) throws(Failure) {
            let isRecorded = input.kind == .recorded
            let refused: [(isGiven: Bool, sentence: String)] = [
                (
                    command.rate != nil,
                    "--rate is for .h264 files and pipes without timing; use --fps for what a camera is to deliver."
                ),
                (
                    command.rtspTransport != nil && !input.isRTSP,
                    "--rtsp-transport is for addresses that begin with rtsp:// or rtsps://."
                ),
                (command.speed != nil && !isRecorded, "--speed is for files: what is live has its own pace."),
                (command.loop && !isRecorded, "--loop is for files: what is live has no end."),
                (command.loop && input.isStandardInput, "--loop needs a file: standard input cannot be read twice."),
                (
                    command.picture.pixelFormat != nil && !input.isCamera,
                    "--pixel-format is what a camera is to deliver; for other inputs use --filter format=NAME."
                ),
                (command.live.onDemand && isRecorded, "--on-demand is for devices and live sources, not for files."),
                (
                    command.live.keepWarm != nil && !command.live.onDemand,
                    "--keep-warm goes with --on-demand: without it the device is always open."
                ),
            ]
            if let sentence = refused.first(where: \.isGiven)?.sentence { throw Failure(.usage, sentence) }
        }
    }

    extension PictureOptions {
        /// What is to be done to pictures.
        fileprivate var settings: PictureSettings {
            var settings = PictureSettings()
            settings.size = size
            settings.frameRate = fps?.rate
            settings.rotation = rotate
            settings.flip = flip
            settings.deinterlaces = deinterlace
            settings.filter = filter
            return settings
        }
    }

    extension LiveOptions {
        /// How long the device stays open when nobody watches; `nil`: always.
        fileprivate var keepWarmTime: Duration? {
            guard onDemand else { return nil }
            return keepWarm.map { .nanoseconds($0.nanoseconds) } ?? OnDemand.defaultKeepWarm
        }
    }

    extension Failure {
        /// What a capture could not do, as a sentence and an exit code.
        init(_ error: CaptureError) {
            let status: Status =
                switch error.code {
                case .usage: .usage
                case .badData: .badData
                case .noInput: .noInput
                case .permissionDenied: .refused
                case .unavailable: .unavailable
                default: .failure
                }
            self.init(status, error.reason)
        }
    }
#endif
