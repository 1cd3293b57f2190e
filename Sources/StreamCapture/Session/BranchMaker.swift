#if Capture
    import CFFmpeg
    import StreamMedia
    import StreamProtocol

    /// Decides what becomes of an input's streams, and keeps what outlives the input when it is lost and found again.
    /// Confined to the thread that reads the input.
    final class BranchMaker {
        private let context: CaptureContext
        private var pictures: Handover<RawFrame>?
        private var sound: SoundBranch?
        /// ``sound``, where the input has pictures too.
        private var dispensable: SoundBesidePictures?
        private var h264: H264PassThrough?
        private var aac: AACPassThrough?
        private var isFirst = true
        private var isLive = false

        init(_ context: CaptureContext) {
            self.context = context
        }

        /// Makes what takes the packets of `source`, by the index of their stream.
        ///
        /// - Throws: ``CaptureError`` where nothing can be made of the input.
        func arrange(_ source: any PacketSource) throws(CaptureError) -> [Int: any PacketConsumer] {
            let settings = context.settings
            let video = source.bestStream(.video)
            let audio = settings.audio.source == .input ? source.bestStream(.audio) : nil
            guard video != nil || audio != nil else {
                throw CaptureError(.badData, "The input holds neither pictures nor sound that could be sent.")
            }
            guard video != nil || !settings.encodesAnew else {
                throw CaptureError(.usage, "The input has no pictures; leave out what is about pictures and encoding.")
            }
            source.select([video, audio].compactMap { $0 })
            isLive = source.kind != .recorded
            if isFirst { try begin(hasPictures: video != nil, hasSound: audio != nil) }
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

        /// Nothing more comes.
        func finish() {
            pictures?.close()
        }

        /// Says which tracks are to come, and starts the microphone.
        private func begin(hasPictures: Bool, hasSound: Bool) throws(CaptureError) {
            var expected: Set<TrackID> = []
            if hasPictures { expected.insert(CaptureTracks.video) }
            if hasSound { expected.insert(CaptureTracks.sound) }
            if case .device(let device) = context.settings.audio.source {
                expected.insert(CaptureTracks.sound)
                context.output.expect(expected, isRecorded: !isLive)
                let context = context
                try context.threads.start(.microphone) { () throws(CaptureError) in
                    try SoundLine(device, context).run()
                }
            } else {
                context.output.expect(expected, isRecorded: !isLive)
            }
        }

        private func videoConsumer(_ stream: MediaStream) throws(CaptureError) -> any PacketConsumer {
            let rule = PassThroughRule.pictures(
                codec: stream.codecName,
                encodesAnew: context.settings.encodesAnew,
                orientation: PictureOrientation(displayMatrix: stream.displayMatrix)
            )
            if isFirst, let sentence = rule.sentence { context.output.say(sentence) }
            if rule.passes, pictures == nil {
                let branch = h264 ?? H264PassThrough(to: context.output)
                try branch.begin(stream)
                h264 = branch
                return branch
            }
            let branch = PictureBranch(to: try encoderQueue(stream), isLive: isLive)
            try branch.begin(stream)
            return branch
        }

        /// Where pictures for the encoder go; its thread is started with the first of them.
        private func encoderQueue(_ stream: MediaStream) throws(CaptureError) -> Handover<RawFrame> {
            if let pictures { return pictures }
            let pictures = Handover<RawFrame>(capacity: VideoLine.waitingPictures)
            let context = context
            let plan = VideoPlan(
                encoder: context.settings.encoder,
                picture: context.settings.picture,
                frameRate: stream.frameRate,
                isLive: isLive,
                isAdaptive: isLive && context.settings.isAdaptive
            )
            try context.threads.start(.encoder) { () throws(CaptureError) in
                defer { pictures.abandon() }
                try VideoLine(plan, context).run(pictures)
            }
            self.pictures = pictures
            return pictures
        }

        private func audioConsumer(_ stream: MediaStream, isAlone: Bool) throws(CaptureError) -> any PacketConsumer {
            let rule = PassThroughRule.sound(
                codec: stream.codecName,
                encodesAnew: context.settings.audio.bitRate != nil,
                isReadable: (try? AACPacketReader(configuration: stream.parameters.configuration)) != nil
            )
            if isFirst, let sentence = rule.sentence { context.output.say(sentence) }
            if rule.passes, sound == nil {
                let branch = aac ?? AACPassThrough(to: context.output)
                aac = branch
                return branch
            }
            let branch =
                sound ?? SoundBranch(context.settings.audio, to: context.output, timing: isLive ? .live : .recorded)
            sound = branch
            guard !isAlone else { return branch }
            let dispensable = dispensable ?? SoundBesidePictures(branch, context.output)
            self.dispensable = dispensable
            return dispensable
        }
    }
#endif
