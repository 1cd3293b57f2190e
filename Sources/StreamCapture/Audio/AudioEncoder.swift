#if Capture
    import CFFmpeg
    import Libav

    /// Encodes audio of any format as AAC-LC on the media clock.
    ///
    /// Confined to one thread. The first block determines the output format; later formats are converted to it.
    ///
    /// **Sync of audio and video.** Every time is on the media clock and refers to the moment in front of the device. A
    /// picture's time is its exposure, as the kernel recorded it on the monotonic clock
    /// (V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC). The time of an audio block is the conversion of its first sample: libav
    /// reads the wall clock when it reads the block, and subtracts the block's duration and the data still in the card;
    /// ``CaptureClock/mediaTime(ofWall:)`` converts that to the media clock. From there on, AAC blocks are timed by
    /// counting samples (see ``AudioTimeline``), minus the 1024 samples that the encoder adds in front. A beep and a
    /// flash of the same moment therefore have the same presentation time.
    final class AudioEncoder {
        /// The state after the first block.
        private struct Pipeline {
            let encoder: AACEncoder
            let resampler: AudioResampler
            var queue: SampleQueue
            var timeline: AudioTimeline
        }

        private let settings: AudioSettings
        private let timing: AudioTiming
        private let report: (String) -> Void
        private var pipeline: Pipeline?

        /// - Parameter report: Receives messages for the user, one sentence each.
        init(_ settings: AudioSettings, timing: AudioTiming, report: @escaping (String) -> Void) {
            self.settings = settings
            self.timing = timing
            self.report = report
        }

        /// The AudioSpecificConfig; `nil` before the first block.
        private(set) var configuration: [UInt8]?

        /// How slow the source's clock is, in parts per million, as estimated so far.
        var clockDifference: Double { pipeline?.timeline.clockDifference ?? 0 }

        /// Encodes a block of audio.
        ///
        /// - Parameters:
        ///   - frame: Its time is that of its first sample, in microseconds of the media clock.
        ///   - body: Receives the output, which may begin earlier.
        /// - Throws: ``CaptureError`` if the settings do not fit this audio, or if libav fails.
        func encode(_ frame: RawFrame, _ body: (EncodedAudio) -> Void) throws(CaptureError) {
            guard frame.sampleCount > 0, frame.sampleRate > 0, frame.channelCount > 0 else { return }
            if self.pipeline == nil {
                let pipeline = try open(for: frame)
                configuration = pipeline.encoder.configuration
                self.pipeline = pipeline
            }
            // Moved out, so that changes copy nothing.
            guard var pipeline = self.pipeline.take() else { return }
            defer { self.pipeline = pipeline }
            do throws(LibavError) {
                let stretch = try align(frame, &pipeline, body)
                let made = try pipeline.resampler.resample(frame, stretch: stretch, into: &pipeline.queue)
                pipeline.timeline.advance(by: made)
                try encodeBlocks(&pipeline, body)
            } catch {
                throw Self.failure(error)
            }
        }

        /// Encodes the remaining samples, followed by silence. Nothing can be encoded after that.
        func finish(_ body: (EncodedAudio) -> Void) throws(CaptureError) {
            guard var pipeline = pipeline.take() else { return }
            do throws(LibavError) {
                pipeline.timeline.advance(by: try pipeline.resampler.drain(into: &pipeline.queue))
                endBlock(&pipeline)
                try encodeBlocks(&pipeline, body)
                let timeline = pipeline.timeline
                try pipeline.encoder.finish {
                    body(EncodedAudio(bytes: $0, presentationTime: timeline.time(ofSample: $1)))
                }
            } catch {
                throw Self.failure(error)
            }
        }

        private func open(for frame: RawFrame) throws(CaptureError) -> Pipeline {
            let input = AudioFormat(sampleRate: frame.sampleRate, channels: frame.channelCount)
            guard frame.hasKnownChannels else {
                throw CaptureError(
                    .badData,
                    "The roles of the sound's \(input.channels) channels are unknown; choose an input with at "
                        + "most 8, such as plughw: in place of hw:."
                )
            }
            let format = try settings.format(from: input)
            let bitRate = try settings.bitRate(for: format)
            do throws(LibavError) {
                return Pipeline(
                    encoder: try AACEncoder(format, bitRate: bitRate),
                    resampler: AudioResampler(
                        sampleRate: format.sampleRate,
                        channels: format.channels,
                        arrangement: .planar
                    ),
                    queue: SampleQueue(channels: format.channels),
                    timeline: AudioTimeline(
                        sampleRate: format.sampleRate,
                        blockSize: AACEncoder.blockSize,
                        timing: timing
                    )
                )
            } catch {
                throw Self.failure(error)
            }
        }

        /// Makes a block start at its time.
        ///
        /// - Returns: The additional samples per million.
        private func align(
            _ frame: RawFrame,
            _ pipeline: inout Pipeline,
            _ body: (EncodedAudio) -> Void
        ) throws(LibavError) -> Double {
            let action = pipeline.timeline.align(
                at: frame.presentationTime,
                duration: Int64(frame.sampleCount) * 1_000_000 / Int64(frame.sampleRate),
                held: pipeline.resampler.held,
                waiting: pipeline.queue.count,
                discarding: pipeline.queue.toDiscard
            )
            let rate = pipeline.timeline.sampleRate
            switch action {
            case .accept(let partsPerMillion):
                return partsPerMillion
            case .fill(let count):
                reportIfNoticeable(
                    "Sound was missing for \(count * 1_000 / rate) ms and is replaced by silence.",
                    count,
                    rate
                )
                pipeline.queue.appendSilence(count)
                pipeline.timeline.advance(by: count)
            case .discard(let count):
                reportIfNoticeable(
                    "Sound was too long by \(count * 1_000 / rate) ms, which are dropped.",
                    count,
                    rate
                )
                pipeline.queue.discardNext(count)
            case .skip(let count):
                report("Sound was missing for \(count / rate) s and continues now.")
                endBlock(&pipeline)
                try encodeBlocks(&pipeline, body)
                pipeline.timeline.advance(by: count)
            }
            return 0
        }

        /// Reports a correction, unless it is too short to be audible.
        private func reportIfNoticeable(_ message: String, _ count: Int, _ rate: Int) {
            if Int64(count) * 1_000_000 / Int64(rate) >= DriftCorrector.stepBound { report(message) }
        }

        private func endBlock(_ pipeline: inout Pipeline) {
            let rest = pipeline.queue.count % AACEncoder.blockSize
            guard rest > 0 else { return }
            pipeline.queue.appendSilence(AACEncoder.blockSize - rest)
            pipeline.timeline.advance(by: AACEncoder.blockSize - rest)
        }

        private func encodeBlocks(_ pipeline: inout Pipeline, _ body: (EncodedAudio) -> Void) throws(LibavError) {
            let timeline = pipeline.timeline
            while try pipeline.encoder.encode(
                &pipeline.queue,
                sample: timeline.sample(before: pipeline.queue.count),
                { body(EncodedAudio(bytes: $0, presentationTime: timeline.time(ofSample: $1))) }
            ) {}
        }

        private static func failure(_ error: LibavError) -> CaptureError {
            CaptureError(.failure, "The sound cannot be encoded: \(error).")
        }
    }

    extension RawFrame {
        /// The sample rate of audio, in hertz.
        var sampleRate: Int { Int(pointer.pointee.sample_rate) }
        /// The number of channels of audio.
        var channelCount: Int { Int(pointer.pointee.ch_layout.nb_channels) }
        /// Whether the role of each audio channel is known or obvious.
        var hasKnownChannels: Bool { pointer.pointee.ch_layout.order != AV_CHANNEL_ORDER_UNSPEC || channelCount <= 8 }
    }
#endif
