#if Capture
    import CFFmpeg

    /// Sound of any kind in, AAC-LC on the media clock out.
    ///
    /// Thread-confined. What it encodes to is decided by the first block; sound that changes later is converted to that.
    ///
    /// **Sound and pictures.** Every time is one of the media clock, and is that of the moment when something happened
    /// in front of the device. A picture's is the moment of its exposure as the kernel noted it, on the monotonic clock
    /// (V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC). A block of sound's is the moment when its first sample was converted: libav
    /// takes the wall clock when it reads the block, and takes off what the block lasts and what the card still holds;
    /// ``CaptureClock/mediaTime(ofWall:)`` brings that to the media clock. From there on, blocks of AAC are timed by
    /// counting samples (see ``SoundTimeline``), less the 1024 samples that the encoder adds in front. So a beep and a
    /// flash of one moment have one presentation time.
    final class AudioEncoder {
        /// What there is once the first block has come.
        private struct Line {
            let encoder: AACEncoder
            let resampler: AudioResampler
            var queue: SampleQueue
            var timeline: SoundTimeline
        }

        private let settings: AudioSettings
        private let timing: AudioTiming
        private let announce: (String) -> Void
        private var line: Line?

        /// - Parameter announce: Is told, in one sentence, what is of interest to the user.
        init(_ settings: AudioSettings, timing: AudioTiming, announce: @escaping (String) -> Void) {
            self.settings = settings
            self.timing = timing
            self.announce = announce
        }

        /// The AudioSpecificConfig; `nil` before the first block.
        private(set) var configuration: [UInt8]?

        /// By how much the source's clock is slow, in parts per million, as far as known.
        var clockDifference: Double { line?.timeline.clockDifference ?? 0 }

        /// Encodes a block of sound.
        ///
        /// - Parameters:
        ///   - frame: Its time is that of its first sample, in microseconds of the media clock.
        ///   - body: Is given what comes out, which may begin earlier.
        /// - Throws: ``CaptureError`` where the settings cannot be had with this sound, or libav fails.
        func encode(_ frame: RawFrame, _ body: (EncodedSound) -> Void) throws(CaptureError) {
            guard frame.sampleCount > 0, frame.sampleRate > 0, frame.channelCount > 0 else { return }
            if self.line == nil {
                let line = try open(for: frame)
                configuration = line.encoder.configuration
                self.line = line
            }
            // Taken out, so that changing it copies nothing.
            guard var line = self.line.take() else { return }
            defer { self.line = line }
            do throws(LibavError) {
                let stretch = try place(frame, &line, body)
                let made = try line.resampler.resample(frame, stretch: stretch, into: &line.queue)
                line.timeline.advance(by: made)
                try encodeBlocks(&line, body)
            } catch {
                throw Self.failure(error)
            }
        }

        /// Encodes what is left at the end, with silence behind it. Nothing can be encoded after that.
        func finish(_ body: (EncodedSound) -> Void) throws(CaptureError) {
            guard var line = line.take() else { return }
            do throws(LibavError) {
                line.timeline.advance(by: try line.resampler.drain(into: &line.queue))
                endBlock(&line)
                try encodeBlocks(&line, body)
                let timeline = line.timeline
                try line.encoder.finish { body(EncodedSound(bytes: $0, presentationTime: timeline.time(ofSample: $1))) }
            } catch {
                throw Self.failure(error)
            }
        }

        private func open(for frame: RawFrame) throws(CaptureError) -> Line {
            let sound = AudioFormat(sampleRate: frame.sampleRate, channels: frame.channelCount)
            guard frame.hasKnownChannels else {
                throw CaptureError(
                    .badData,
                    "It is not known which channel is which of the sound's \(sound.channels); choose an input with at "
                        + "most 8, such as plughw: in place of hw:."
                )
            }
            let format = try settings.format(from: sound)
            let bitRate = try settings.bitRate(for: format)
            do throws(LibavError) {
                return Line(
                    encoder: try AACEncoder(format, bitRate: bitRate),
                    resampler: AudioResampler(to: format),
                    queue: SampleQueue(channels: format.channels),
                    timeline: SoundTimeline(
                        sampleRate: format.sampleRate,
                        blockSize: AACEncoder.blockSize,
                        timing: timing
                    )
                )
            } catch {
                throw Self.failure(error)
            }
        }

        /// Sees to it that a block comes out at its time.
        ///
        /// - Returns: How many samples to make more of each million.
        private func place(
            _ frame: RawFrame,
            _ line: inout Line,
            _ body: (EncodedSound) -> Void
        ) throws(LibavError) -> Double {
            let action = line.timeline.place(
                at: frame.presentationTime,
                duration: Int64(frame.sampleCount) * 1_000_000 / Int64(frame.sampleRate),
                held: line.resampler.held,
                waiting: line.queue.count,
                discarding: line.queue.toDiscard
            )
            let rate = line.timeline.sampleRate
            switch action {
            case .go(let partsPerMillion):
                return partsPerMillion
            case .fill(let count):
                tell("Sound was missing for \(count * 1_000 / rate) ms; there is silence in its place.", count, rate)
                line.queue.appendSilence(count)
                line.timeline.advance(by: count)
            case .discard(let count):
                tell("There was more sound than time; \(count * 1_000 / rate) ms of it are left out.", count, rate)
                line.queue.discardNext(count)
            case .skip(let count):
                announce("Sound was missing for \(count / rate) s; it goes on now.")
                endBlock(&line)
                try encodeBlocks(&line, body)
                line.timeline.advance(by: count)
            }
            return 0
        }

        /// Says something of so many samples, unless they are too few to be noticed.
        private func tell(_ sentence: String, _ count: Int, _ rate: Int) {
            if Int64(count) * 1_000_000 / Int64(rate) >= DriftCorrector.stepBound { announce(sentence) }
        }

        private func endBlock(_ line: inout Line) {
            let rest = line.queue.count % AACEncoder.blockSize
            guard rest > 0 else { return }
            line.queue.appendSilence(AACEncoder.blockSize - rest)
            line.timeline.advance(by: AACEncoder.blockSize - rest)
        }

        private func encodeBlocks(_ line: inout Line, _ body: (EncodedSound) -> Void) throws(LibavError) {
            let timeline = line.timeline
            while try line.encoder.encode(
                &line.queue,
                sample: timeline.sample(before: line.queue.count),
                { body(EncodedSound(bytes: $0, presentationTime: timeline.time(ofSample: $1))) }
            ) {}
        }

        private static func failure(_ error: LibavError) -> CaptureError {
            CaptureError(.failure, "The sound cannot be encoded: \(error).")
        }
    }

    extension RawFrame {
        /// Of sound, in hertz.
        var sampleRate: Int { Int(pointer.pointee.sample_rate) }
        /// Of sound.
        var channelCount: Int { Int(pointer.pointee.ch_layout.nb_channels) }
        /// Of sound: what each channel is for is said, or goes without saying.
        var hasKnownChannels: Bool { pointer.pointee.ch_layout.order != AV_CHANNEL_ORDER_UNSPEC || channelCount <= 8 }
    }
#endif
