#if Capture
    import StreamProtocol

    /// Opens the input of an address.
    struct InputOpener {
        private let context: CaptureContext
        /// Waits for senders; `nil` for all other inputs.
        private let listener: SenderListener?

        init(_ context: CaptureContext) {
            self.context = context
            listener = context.settings.input.mediaSource.flatMap { source in
                guard source.timeoutPolicy == .listener else { return nil }
                return SenderListener(
                    source: source,
                    stop: context.controls.stopFlag,
                    report: context.output.report
                )
            }
        }

        /// The input's name in messages.
        var name: String { context.settings.input.name }

        /// Whether the input waits for a sender.
        var isListener: Bool { listener != nil }

        /// The message for the end of a live input.
        var endMessage: String {
            isListener
                ? "\(name): the sender has disconnected; waiting for the next one."
                : "\(name) has ended and is opened again."
        }

        /// - Throws: ``CaptureError`` if the input cannot be opened; `.stopped` if the capture ends first.
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
                if context.settings.input.isRTSP { source.setTransport(context.settings.rtspTransport) }
                if let listener { return try listener.accept() }
                let start = CaptureClock.monotonicNow
                let reader = try MediaReader(source, stop: stop)
                let needsProbing =
                    reader.isPipe ? context.settings.speed == 1 : source.hasUnknownPace && !reader.hasKnownDuration
                return needsProbing ? try probe(reader, since: start) : reader
            }
        }

        private func probe(_ reader: MediaReader, since start: Int64) throws(CaptureError) -> any PacketSource {
            let input = try ProbedInput(reader, start: start, clock: context.clock)
            if reader.isPipe, input.kind == .live {
                let name = context.settings.input.isStandardInput ? "Standard input" : name
                context.output.report("\(name) delivers in real time and is sent as it comes.")
            }
            return input
        }

        private func openCamera(_ path: String?) throws(CaptureError) -> any PacketSource {
            #if os(Linux)
                let settings = context.settings
                let size = settings.picture.size.map {
                    PictureSize(width: UInt16(clamping: $0.width), height: UInt16(clamping: $0.height))
                }
                let request = CameraRequest(
                    size: size,
                    frameRate: settings.picture.frameRate,
                    pixelFormat: settings.cameraFormat
                )
                return try CameraInput(
                    path,
                    request: request,
                    clock: context.clock,
                    stop: context.controls.stopFlag,
                    report: context.output.report
                )
            #else
                throw CaptureError(.unavailable, "Cameras work on Linux only; publish a file or an address.")
            #endif
        }
    }
#endif
