#if Capture
    import StreamCapture

    extension MediaFeedFactory {
        /// The capture settings that the options describe.
        ///
        /// - Throws: ``Failure`` if options contradict each other.
        func captureSettings() throws -> CaptureSettings {
            do {
                let input = try InputAddress(argument: command.input, inputFormat: command.inputFormat)
                try rejectIneffectiveOptions(on: input)
                var settings = CaptureSettings(input)
                settings.picture = command.picture.settings
                settings.rtspTransport = command.rtspTransport ?? .automatic
                settings.cameraFormat = command.picture.pixelFormat
                settings.encoder = command.encoding.settings
                settings.forcesEncoding = command.wantsEncoder
                settings.audio.source =
                    try command.audioOptions.audio.map { try AudioSettings.Source(argument: $0) } ?? .input
                settings.audio.bitRate = command.audioOptions.audioBitrate?.bitsPerSecond
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

        private func rejectIneffectiveOptions(on input: InputAddress) throws(Failure) {
            let isRecorded = input.kind == .recorded
            let rejected: [(isGiven: Bool, message: String)] = [
                (
                    command.rate != nil,
                    "--rate is for .h264 files and pipes without timing; set a camera's frame rate with --fps."
                ),
                (
                    command.rtspTransport != nil && !input.isRTSP,
                    "--rtsp-transport is for addresses that begin with rtsp:// or rtsps://."
                ),
                (command.speed != nil && !isRecorded, "--speed is for files; remove it for live inputs."),
                (command.loop && !isRecorded, "--loop is for files; remove it for live inputs."),
                (command.loop && input.isStandardInput, "--loop needs a file: standard input cannot be read twice."),
                (
                    command.picture.pixelFormat != nil && !input.isCamera,
                    "--pixel-format is for cameras; use --filter format=NAME for other inputs."
                ),
                (
                    command.live.onDemand && isRecorded,
                    "--on-demand is for devices and live sources; remove it for files."
                ),
                (
                    command.live.keepWarm != nil && !command.live.onDemand,
                    "--keep-warm needs --on-demand; without it the device is always open."
                ),
            ]
            if let message = rejected.first(where: \.isGiven)?.message { throw Failure(.usage, message) }
        }
    }

    extension PictureOptions {
        /// The picture settings that the options describe.
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
        /// How long the device stays open without viewers; `nil` if it always stays open.
        fileprivate var keepWarmTime: Duration? {
            guard onDemand else { return nil }
            return keepWarm.map { .nanoseconds($0.nanoseconds) } ?? OnDemandController.defaultKeepWarm
        }
    }

    extension Failure {
        /// Converts a capture error to a message and an exit code.
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
