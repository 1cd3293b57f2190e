#if Player
    import CFFmpeg
    import Libav
    import StreamProtocol

    /// Decodes one audio track to interleaved samples of 48 kHz.
    ///
    /// Confined to one thread.
    package final class AudioDecoder {
        /// What comes out.
        package enum Output {
            case sound(DecodedSound)
            case problem(DecodingProblem)
        }

        /// Of the output, in hertz. Most devices have it, and most streams.
        package static let sampleRate = 48_000
        /// Of the output.
        package static let channels = 2

        package let track: TrackID
        private var decoder: CodecDecoder?
        private var configuration: [UInt8] = []
        private var hasFailed = false
        private var packet: Packet?
        private var resampler = AudioDecoder.makeResampler()

        package init(_ track: Track, _ emit: (Output) -> Void) {
            self.track = track.id
            open(track, emit)
        }

        /// Takes the track's description when it changes.
        package func follow(_ track: Track, _ emit: (Output) -> Void) {
            guard track.configuration != configuration else { return }
            open(track, emit)
        }

        /// Decodes a frame. A frame that cannot be decoded is left out.
        package func receive(_ frame: Frame, _ emit: (Output) -> Void) {
            guard let decoder else { return }
            LibavLog.clear()
            var failure: LibavError?
            do throws(LibavError) {
                if packet == nil { packet = try Packet() }
                guard let packet else { return }
                try packet.fill([], frame.payload)
                decoder.decode(packet) { (error: LibavError) throws(Never) in
                    failure = failure ?? error
                } emit: { (block: RawFrame) throws(Never) in
                    do throws(LibavError) { try take(block, frame.header, emit) } catch { failure = error }
                }
                packet.clear()
            } catch {
                failure = error
            }
            guard let failure else { return hasFailed = false }
            // One sentence for all frames of a damaged part.
            if !hasFailed { report(LibavLog.firstError ?? failure.description, at: frame.header.sequence, emit) }
            hasFailed = true
        }

        /// Frames are missing: the next one does not continue the last one.
        package func miss() {
            decoder?.flush()
            resampler = Self.makeResampler()
        }

        private static func makeResampler() -> AudioResampler {
            AudioResampler(sampleRate: sampleRate, channels: channels, arrangement: .interleaved)
        }

        private func open(_ track: Track, _ emit: (Output) -> Void) {
            configuration = track.configuration
            decoder = nil
            miss()
            guard track.codec == .aac else {
                return report("its codec \(track.codec) is not one that streamd plays", at: nil, emit)
            }
            guard !configuration.isEmpty else { return report("its configuration is missing", at: nil, emit) }
            LibavLog.clear()
            guard let codec = avcodec_find_decoder(AV_CODEC_ID_AAC) else {
                return report("FFmpeg's installed libraries have no decoder for AAC", at: nil, emit)
            }
            do throws(LibavError) {
                decoder = try CodecDecoder(codec) { context throws(LibavError) in
                    try context.setExtradata(configuration)
                    context.pointee.thread_count = 1
                }
            } catch {
                report(LibavLog.firstError ?? error.description, at: nil, emit)
            }
        }

        private func take(_ block: RawFrame, _ header: FrameHeader, _ emit: (Output) -> Void) throws(LibavError) {
            // What the resampler holds is emitted before the block's samples.
            let time = header.presentationTime - resampler.held
            var samples: [Float] = []
            try resampler.resample(block) { samples += $0.prefix($2 * Self.channels) }
            guard !samples.isEmpty else { return }
            emit(.sound(DecodedSound(presentationTime: time, captureTime: header.captureTime, samples: samples)))
        }

        private func report(_ reason: String, at number: UInt64?, _ emit: (Output) -> Void) {
            let problem = DecodingProblem(
                track: track,
                kind: .audio,
                number: number,
                reason: reason,
                consequence: number == nil ? .givesUp : .leavesOut
            )
            emit(.problem(problem))
        }
    }

    /// Decoded sound.
    package struct DecodedSound: Sendable {
        /// Of the first sample, in microseconds of the publisher's media clock.
        package var presentationTime: Int64
        /// When it was captured, as in ``FrameHeader/captureTime``.
        package var captureTime: Int64
        /// Interleaved: ``AudioDecoder/channels`` samples of each of the ``AudioDecoder/sampleRate`` times a second.
        package var samples: [Float]
    }
#endif
