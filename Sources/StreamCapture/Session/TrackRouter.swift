#if Capture
    import CFFmpeg
    import Libav
    import StreamMedia
    import StreamProtocol

    /// Selects the consumers of an input's streams, and keeps the state that survives a loss of the input. Confined to
    /// the thread that reads the input.
    final class TrackRouter {
        private let context: CaptureContext
        private var pictures: BoundedQueue<RawFrame>?
        private var audio: AudioBranch?
        /// Wraps ``audio`` if the input has video, too.
        private var optionalAudio: OptionalAudioConsumer?
        private var h264: H264PassThrough?
        private var aac: AACPassThrough?
        private var isFirst = true
        private var isLive = false

        init(_ context: CaptureContext) {
            self.context = context
        }

        /// Creates the consumers for the packets of `source`, by stream index.
        ///
        /// - Throws: ``CaptureError`` if the input has no usable stream.
        func makeConsumers(for source: any PacketSource) throws(CaptureError) -> [Int: any PacketConsumer] {
            let settings = context.settings
            let video = source.bestStream(.video)
            let audio = settings.audio.source == .input ? source.bestStream(.audio) : nil
            guard video != nil || audio != nil else {
                throw CaptureError(.badData, "The input has neither pictures nor sound; choose another input.")
            }
            guard video != nil || !settings.forcesEncoding else {
                throw CaptureError(
                    .usage,
                    "The input has no pictures; leave out the options for pictures and encoding."
                )
            }
            source.select([video, audio].compactMap { $0 })
            isLive = source.kind != .recorded
            if isFirst { try begin(hasVideo: video != nil, hasAudio: audio != nil) }
            var consumers: [Int: any PacketConsumer] = [:]
            if let video { consumers[video.index] = try videoConsumer(video) }
            if let audio {
                let consumer = try audioConsumer(audio, isAlone: video == nil)
                try consumer.begin(audio)
                consumers[audio.index] = consumer
            }
            isFirst = false
            return consumers
        }

        /// The input has ended for good.
        func finish() {
            pictures?.close()
        }

        /// Declares the expected tracks and starts the microphone.
        private func begin(hasVideo: Bool, hasAudio: Bool) throws(CaptureError) {
            var expected: Set<TrackID> = []
            if hasVideo { expected.insert(CaptureTracks.video) }
            if hasAudio { expected.insert(CaptureTracks.audio) }
            if case .device(let device) = context.settings.audio.source {
                expected.insert(CaptureTracks.audio)
                context.output.expect(expected, isRecorded: !isLive)
                let context = context
                try context.threads.start(.microphone) { () throws(CaptureError) in
                    try MicrophonePipeline(device, context).run()
                }
            } else {
                context.output.expect(expected, isRecorded: !isLive)
            }
        }

        private func videoConsumer(_ stream: MediaStream) throws(CaptureError) -> any PacketConsumer {
            let rule = PassThroughRule.video(
                codec: stream.codecName,
                forcesEncoding: context.settings.forcesEncoding,
                orientation: PictureOrientation(displayMatrix: stream.displayMatrix)
            )
            if isFirst, let message = rule.message { context.output.report(message) }
            if rule.passes, pictures == nil {
                let branch = h264 ?? H264PassThrough(to: context.output)
                try branch.begin(stream)
                h264 = branch
                return branch
            }
            let branch = VideoBranch(to: try encoderQueue(stream), isLive: isLive)
            try branch.begin(stream)
            return branch
        }

        /// The queue of pictures for the encoder. The first call starts the encoder's thread.
        private func encoderQueue(_ stream: MediaStream) throws(CaptureError) -> BoundedQueue<RawFrame> {
            if let pictures { return pictures }
            let pictures = BoundedQueue<RawFrame>(capacity: VideoPipeline.queueCapacity)
            let context = context
            let plan = VideoPipelineSettings(
                encoder: context.settings.encoder,
                picture: context.settings.picture,
                frameRate: stream.frameRate,
                isLive: isLive,
                isAdaptive: isLive && context.settings.isAdaptive
            )
            try context.threads.start(.encoder) { () throws(CaptureError) in
                defer { pictures.cancel() }
                try VideoPipeline(plan, context).run(pictures)
            }
            self.pictures = pictures
            return pictures
        }

        private func audioConsumer(_ stream: MediaStream, isAlone: Bool) throws(CaptureError) -> any PacketConsumer {
            let rule = PassThroughRule.audio(
                codec: stream.codecName,
                forcesEncoding: context.settings.audio.bitRate != nil,
                isReadable: (try? AACPacketReader(configuration: stream.parameters.configuration)) != nil
            )
            if isFirst, let message = rule.message { context.output.report(message) }
            if rule.passes, audio == nil {
                let branch = aac ?? AACPassThrough(to: context.output)
                aac = branch
                return branch
            }
            let branch =
                audio ?? AudioBranch(context.settings.audio, to: context.output, timing: isLive ? .live : .recorded)
            audio = branch
            guard !isAlone else { return branch }
            let optionalAudio = optionalAudio ?? OptionalAudioConsumer(branch, context.output)
            self.optionalAudio = optionalAudio
            return optionalAudio
        }
    }
#endif
