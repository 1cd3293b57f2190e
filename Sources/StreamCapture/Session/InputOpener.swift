#if Capture
    import StreamProtocol

    /// Opens what an address names.
    struct InputOpener {
        private let context: CaptureContext

        init(_ context: CaptureContext) {
            self.context = context
        }

        /// What the input is called in messages.
        var name: String { context.settings.input.name }

        /// Whether somebody else is to come and send.
        var isListener: Bool { context.settings.input.mediaSource?.patience == .listener }

        /// What is said when a live input has come to an end.
        var endSentence: String {
            isListener
                ? "\(name): the sender has left; waiting for the next." : "\(name) has ended; it is opened again."
        }

        /// - Throws: ``CaptureError`` that says why it cannot be opened; `.stopped` when the capture ends meanwhile.
        func open() throws(CaptureError) -> any PacketSource {
            let stop = context.controls.stopFlag
            switch context.settings.input {
            case .defaultCamera: return try openCamera(nil)
            case .camera(let path): return try openCamera(path)
            case .test(let settings): return try TestInput(settings, clock: context.clock, stop: stop)
            case .media, .standardInput:
                guard var source = context.settings.input.mediaSource else {
                    throw CaptureError(.failure, "\(name) cannot be opened.")
                }
                if context.settings.input.isRTSP { source.choose(context.settings.rtspTransport) }
                if source.patience == .listener {
                    return try SenderListener(source: source, stop: stop, announce: context.output.say).accept()
                }
                let start = CaptureClock.monotonicNow
                let reader = try MediaReader(source, stop: stop)
                let isUncertain =
                    reader.isPipe ? context.settings.speed == 1 : source.comesInAnyPace && !reader.hasKnownEnd
                return isUncertain ? try watch(reader, since: start) : reader
            }
        }

        private func watch(_ reader: MediaReader, since start: Int64) throws(CaptureError) -> any PacketSource {
            let input = try WatchedInput(reader, start: start, clock: context.clock)
            if reader.isPipe, input.kind == .live {
                let name = context.settings.input.isStandardInput ? "Standard input" : name
                context.output.say("\(name) keeps real time: it is sent as it comes.")
            }
            return input
        }

        private func openCamera(_ path: String?) throws(CaptureError) -> any PacketSource {
            #if os(Linux)
                let settings = context.settings
                let size = settings.picture.size.map {
                    PictureSize(width: UInt16(clamping: $0.width), height: UInt16(clamping: $0.height))
                }
                let wish = CameraWish(
                    size: size,
                    frameRate: settings.picture.frameRate,
                    pixelFormat: settings.cameraFormat
                )
                return try CameraInput(
                    path,
                    wish: wish,
                    clock: context.clock,
                    stop: context.controls.stopFlag,
                    announce: context.output.say
                )
            #else
                throw CaptureError(.unavailable, "Cameras are read on Linux only; publish a file or an address.")
            #endif
        }
    }
#endif
