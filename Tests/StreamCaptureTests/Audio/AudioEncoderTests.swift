#if Capture
    import CFFmpeg
    import Libav
    import Foundation
    import Synchronization
    import TestSupport
    import Testing

    @testable import StreamCapture

    @Suite struct AudioEncoderTests {
        /// A tone of 1 kHz between two times with silence around it; times in seconds.
        private static func beep(from start: Double, to end: Double, at time: Double) -> Float {
            time >= start && time < end ? Float(0.8 * sin(2 * .pi * 1_000 * (time - start))) : 0
        }

        /// Blocks of 10 ms, from media time `origin`, with a beep.
        private func audio(
            _ seconds: Double,
            rate: Int = 48_000,
            channels: Int = 1,
            format: AVSampleFormat = AV_SAMPLE_FMT_FLTP,
            origin: Int64 = 0,
            beep: ClosedRange<Double>
        ) throws -> [RawFrame] {
            let size = rate / 100
            return try (0..<Int(seconds * 100)).map { block in
                try RawFrame.audio(
                    size,
                    rate: rate,
                    channels: channels,
                    format: format,
                    at: origin + Int64(block) * 10_000
                ) {
                    Self.beep(
                        from: beep.lowerBound,
                        to: beep.upperBound,
                        at: Double(block * size + $0) / Double(rate)
                    )
                }
            }
        }

        private func encoder(
            _ settings: AudioSettings = AudioSettings(),
            _ timing: AudioTiming = .recorded
        ) -> AudioEncoder {
            AudioEncoder(settings, timing: timing) { _ in }
        }

        @Test(arguments: [
            (48_000, 1, AV_SAMPLE_FMT_FLTP, AudioTiming.recorded), (48_000, 2, AV_SAMPLE_FMT_S16, .live),
            (44_100, 2, AV_SAMPLE_FMT_FLT, .live), (8_000, 1, AV_SAMPLE_FMT_S16, .recorded),
            (16_000, 1, AV_SAMPLE_FMT_S16P, .live), (96_000, 6, AV_SAMPLE_FMT_S16, .live),
        ])
        func `a beep is heard at the time of its flash`(
            rate: Int,
            channels: Int,
            format: AVSampleFormat,
            timing: AudioTiming
        ) throws {
            let origin: Int64 = 7_000_123
            // The picture of that moment has this time, too: filters and encoders keep the times of pictures.
            let flash = origin + 500_000
            let decoded = try encoder(AudioSettings(), timing).decode(
                audio(1, rate: rate, channels: channels, format: format, origin: origin, beep: 0.5...0.7)
            )
            let onset = try #require(decoded.onset())
            let end = try #require(decoded.end())
            #expect(abs(onset - flash) < 2_000)
            #expect(abs(end - flash - 200_000) < 2_000)
            #expect(decoded.channels == channels)
        }

        @Test func `the pitch is kept, and every block stays in its place`() throws {
            let decoded = try encoder().decode(audio(2, rate: 44_100, origin: 0, beep: 0...2))
            #expect(decoded.rate == 44_100)
            #expect(abs(decoded.frequency(from: 100_000, to: 1_900_000) - 1_000) < 0.05)
            #expect(decoded.times.first == -1_024 * 1_000_000 / 44_100)
            for (earlier, later) in zip(decoded.times, decoded.times.dropFirst()) {
                #expect((23_219...23_220).contains(later - earlier))
            }
        }

        @Test(arguments: [(300.0, 48_000), (-500.0, 44_100)])
        func `a sound card that runs fast or slow stays in sync`(fast: Double, rate: Int) throws {
            // A minute and a half on the media clock; the card counts slightly more or fewer samples.
            let cardRate = Double(rate) * (1 + fast / 1e6)
            let size = rate / 50
            var random = SeededGenerator(seed: 3)
            let frames = try (0..<4_500).map { block in
                let jitter = Int64(random.next() % 4_000) - 2_000
                let time = Double(block * size) / cardRate
                return try RawFrame.audio(size, rate: rate, at: Int64(time * 1e6) + jitter) {
                    Self.beep(from: 88, to: 88.5, at: time + Double($0) / cardRate)
                }
            }
            let live = encoder(AudioSettings(), .live)
            let decoded = try live.decode(frames)
            print(
                "DRIFT",
                fast,
                decoded.onset()! - 88_000_000,
                live.clockDifference,
                decoded.frequency(from: 88_100_000, to: 88_400_000)
            )
            #expect(abs(try #require(decoded.onset()) - 88_000_000) < 3_000)
            #expect(abs(decoded.frequency(from: 88_100_000, to: 88_400_000) - 1_000) < 1)
        }

        @Test func `a gap is filled with silence`() throws {
            let messages = Mutex<[String]>([])
            let encoder = AudioEncoder(AudioSettings(), timing: .recorded) { message in
                messages.withLock { $0.append(message) }
            }
            let frames = try audio(1, beep: 0...0.3) + audio(1, origin: 1_400_000, beep: 0...0.3)
            let decoded = try encoder.decode(frames)
            #expect(abs(try #require(decoded.end()) - 1_700_000) < 2_000)
            #expect(messages.withLock { $0 } == ["Sound was missing for 400 ms and is replaced by silence."])
            for (earlier, later) in zip(decoded.times, decoded.times.dropFirst()) {
                #expect((21_333...21_334).contains(later - earlier))
            }
        }

        @Test func `after a long pause the time continues later`() throws {
            let messages = Mutex<[String]>([])
            let encoder = AudioEncoder(AudioSettings(), timing: .live) { message in
                messages.withLock { $0.append(message) }
            }
            let frames = try audio(1, beep: 0...0.3) + audio(1, origin: 3_600_000_000, beep: 0.5...0.7)
            let decoded = try encoder.decode(frames)
            #expect(abs(try #require(decoded.end()) - 3_600_700_000) < 2_000)
            #expect(messages.withLock { $0 } == ["Sound was missing for 3598 s and continues now."])
            #expect(decoded.times.count < 100)
            #expect(decoded.times == decoded.times.sorted())
        }

        @Test func `sound that comes twice is left out`() throws {
            let decoded = try encoder().decode(audio(1, beep: 0...0.3) + audio(1, origin: 600_000, beep: 0.7...0.9))
            #expect(abs(try #require(decoded.end()) - 1_500_000) < 2_000)
            #expect(decoded.times == decoded.times.sorted())
        }

        @Test func `sound of another format continues the stream`() throws {
            let frames =
                try audio(1, beep: 0...0.3)
                + audio(1, rate: 44_100, channels: 2, format: AV_SAMPLE_FMT_S16, origin: 1_000_000, beep: 0.5...0.7)
            let decoded = try encoder().decode(frames)
            #expect(decoded.rate == 48_000)
            #expect(decoded.channels == 1)
            #expect(abs(try #require(decoded.end()) - 1_700_000) < 2_000)
            #expect(abs(decoded.frequency(from: 1_520_000, to: 1_680_000) - 1_000) < 1)
        }

        @Test func `the settings reach the encoder`() throws {
            let settings = AudioSettings(bitRate: 48_000, sampleRate: 32_000, channels: 1)
            let decoded = try encoder(settings).decode(audio(1, channels: 2, beep: 0...1))
            #expect(decoded.rate == 32_000)
            #expect(decoded.channels == 1)
        }

        @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
        func `sound of many channels is encoded`(channels: Int) throws {
            let decoded = try encoder().decode(audio(0.2, channels: channels, beep: 0...0.2))
            #expect(decoded.channels == [1, 2, 3, 4, 5, 6, 6, 8][channels - 1])
        }

        @Test func `unknown channel layouts are refused`() throws {
            let error = #expect(throws: CaptureError.self) {
                try encoder().decode(audio(0.2, channels: 9, beep: 0...0.2))
            }
            #expect(error?.code == .badData)
            #expect(error?.reason.contains("the sound's 9") == true)
        }
    }
#endif
