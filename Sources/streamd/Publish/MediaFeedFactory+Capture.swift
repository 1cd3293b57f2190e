#if Capture
    import StreamCapture

    extension MediaFeedFactory {
        /// The capture settings that the options describe.
        ///
        /// - Throws: ``Failure`` if options contradict each other.
        func captureSettings() throws -> CaptureSettings {
            do {
                let input = try InputAddress(argument: options.input, inputFormat: options.inputFormat)
                try rejectIneffectiveOptions(on: input)
                var settings = CaptureSettings(input)
                settings.picture = options.picture.settings
                settings.rtspTransport = options.rtspTransport ?? .automatic
                settings.cameraFormat = options.picture.pixelFormat
                settings.encoder = options.encoding.settings
                settings.forcesEncoding = options.wantsEncoder
                settings.audio.source =
                    try options.audioOptions.audio.map { try AudioSettings.Source(argument: $0) } ?? .input
                settings.audio.bitRate = options.audioOptions.audioBitrate?.bitsPerSecond
                settings.speed = options.speed ?? 1
                settings.loops = options.loop
                settings.isAdaptive = options.live.adaptive
                settings.keepWarm = options.live.keepWarmTime
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
                    options.rate != nil,
                    "--rate is for .h264 files and pipes without timing; set a camera's frame rate with --fps."
                ),
                (
                    options.rtspTransport != nil && !input.isRTSP,
                    "--rtsp-transport is for addresses that begin with rtsp:// or rtsps://."
                ),
                (options.speed != nil && !isRecorded, "--speed is for files; remove it for live inputs."),
                (options.loop && !isRecorded, "--loop is for files; remove it for live inputs."),
                (options.loop && input.isStandardInput, "--loop needs a file: standard input cannot be read twice."),
                (
                    options.picture.pixelFormat != nil && !input.isCamera,
                    "--pixel-format is for cameras; use --filter format=NAME for other inputs."
                ),
                (
                    options.live.onDemand && isRecorded,
                    "--on-demand is for devices and live sources; remove it for files."
                ),
                (
                    options.live.keepWarm != nil && !options.live.onDemand,
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
                case .unavailable, .cannotListen: .unavailable
                default: .failure
                }
            self.init(status, error.reason)
        }
    }
#endif
