#if Capture
    import CFFmpeg
    import Foundation
    import Synchronization
    import Testing

    @testable import StreamCapture

    @Suite struct AudioEncoderTests {
        /// A tone of 1 kHz between two times, silence around it; times in seconds.
        private static func beep(from start: Double, to end: Double, at time: Double) -> Float {
            time >= start && time < end ? Float(0.8 * sin(2 * .pi * 1_000 * (time - start))) : 0
        }

        /// Blocks of 10 ms, from media time `origin`, with a beep.
        private func sound(
            _ seconds: Double,
            rate: Int = 48_000,
            channels: Int = 1,
            format: AVSampleFormat = AV_SAMPLE_FMT_FLTP,
            origin: Int64 = 0,
            beep: ClosedRange<Double>
        ) throws -> [RawFrame] {
            let size = rate / 100
            return try (0..<Int(seconds * 100)).map { block in
                try RawFrame.sound(
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
        func aBeepIsHeardAtTheTimeOfItsFlash(
            rate: Int,
            channels: Int,
            format: AVSampleFormat,
            timing: AudioTiming
        ) throws {
            let origin: Int64 = 7_000_123
            // The picture of that moment has this time, too: pictures keep theirs through filter and encoder.
            let flash = origin + 500_000
            let heard = try encoder(AudioSettings(), timing).hear(
                sound(1, rate: rate, channels: channels, format: format, origin: origin, beep: 0.5...0.7)
            )
            let onset = try #require(heard.onset())
            let end = try #require(heard.end())
            #expect(abs(onset - flash) < 2_000)
            #expect(abs(end - flash - 200_000) < 2_000)
            #expect(heard.channels == channels)
        }

        @Test func keepsThePitchAndEveryBlockItsPlace() throws {
            let heard = try encoder().hear(sound(2, rate: 44_100, origin: 0, beep: 0...2))
            #expect(heard.rate == 44_100)
            #expect(abs(heard.frequency(from: 100_000, to: 1_900_000) - 1_000) < 0.05)
            #expect(heard.times.first == -1_024 * 1_000_000 / 44_100)
            for (earlier, later) in zip(heard.times, heard.times.dropFirst()) {
                #expect((23_219...23_220).contains(later - earlier))
            }
        }

        @Test(arguments: [(300.0, 48_000), (-500.0, 44_100)])
        func aCardThatRunsFastOrSlowStaysInSync(fast: Double, rate: Int) throws {
            // A minute and a half by the media clock; the card counts a few more or fewer samples in it.
            let cardRate = Double(rate) * (1 + fast / 1e6)
            let size = rate / 50
            var random = SeededNumbers(seed: 3)
            let frames = try (0..<4_500).map { block in
                let jitter = Int64(random.next() % 4_000) - 2_000
                let time = Double(block * size) / cardRate
                return try RawFrame.sound(size, rate: rate, at: Int64(time * 1e6) + jitter) {
                    Self.beep(from: 88, to: 88.5, at: time + Double($0) / cardRate)
                }
            }
            let live = encoder(AudioSettings(), .live)
            let heard = try live.hear(frames)
            print(
                "DRIFT",
                fast,
                heard.onset()! - 88_000_000,
                live.clockDifference,
                heard.frequency(from: 88_100_000, to: 88_400_000)
            )
            #expect(abs(try #require(heard.onset()) - 88_000_000) < 3_000)
            #expect(abs(heard.frequency(from: 88_100_000, to: 88_400_000) - 1_000) < 1)
        }

        @Test func fillsAGapWithSilence() throws {
            let said = Mutex<[String]>([])
            let encoder = AudioEncoder(AudioSettings(), timing: .recorded) { line in said.withLock { $0.append(line) } }
            let frames = try sound(1, beep: 0...0.3) + sound(1, origin: 1_400_000, beep: 0...0.3)
            let heard = try encoder.hear(frames)
            #expect(abs(try #require(heard.end()) - 1_700_000) < 2_000)
            #expect(said.withLock { $0 } == ["Sound was missing for 400 ms; there is silence in its place."])
            for (earlier, later) in zip(heard.times, heard.times.dropFirst()) {
                #expect((21_333...21_334).contains(later - earlier))
            }
        }

        @Test func goesOnLaterWhereSoundWasAwayForLong() throws {
            let said = Mutex<[String]>([])
            let encoder = AudioEncoder(AudioSettings(), timing: .live) { line in said.withLock { $0.append(line) } }
            let frames = try sound(1, beep: 0...0.3) + sound(1, origin: 3_600_000_000, beep: 0.5...0.7)
            let heard = try encoder.hear(frames)
            #expect(abs(try #require(heard.end()) - 3_600_700_000) < 2_000)
            #expect(said.withLock { $0 } == ["Sound was missing for 3598 s; it goes on now."])
            #expect(heard.times.count < 100)
            #expect(heard.times == heard.times.sorted())
        }

        @Test func leavesOutWhatComesTwice() throws {
            let heard = try encoder().hear(sound(1, beep: 0...0.3) + sound(1, origin: 600_000, beep: 0.7...0.9))
            #expect(abs(try #require(heard.end()) - 1_500_000) < 2_000)
            #expect(heard.times == heard.times.sorted())
        }

        @Test func goesOnWithSoundOfAnotherKind() throws {
            let frames =
                try sound(1, beep: 0...0.3)
                + sound(1, rate: 44_100, channels: 2, format: AV_SAMPLE_FMT_S16, origin: 1_000_000, beep: 0.5...0.7)
            let heard = try encoder().hear(frames)
            #expect(heard.rate == 48_000)
            #expect(heard.channels == 1)
            #expect(abs(try #require(heard.end()) - 1_700_000) < 2_000)
            #expect(abs(heard.frequency(from: 1_520_000, to: 1_680_000) - 1_000) < 1)
        }

        @Test func encodesAsItIsAskedTo() throws {
            let settings = AudioSettings(bitRate: 48_000, sampleRate: 32_000, channels: 1)
            let heard = try encoder(settings).hear(sound(1, channels: 2, beep: 0...1))
            #expect(heard.rate == 32_000)
            #expect(heard.channels == 1)
        }

        @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
        func takesSoundOfManyChannels(channels: Int) throws {
            let heard = try encoder().hear(sound(0.2, channels: channels, beep: 0...0.2))
            #expect(heard.channels == [1, 2, 3, 4, 5, 6, 6, 8][channels - 1])
        }

        @Test func refusesChannelsThatNobodyKnows() throws {
            let error = #expect(throws: CaptureError.self) {
                try encoder().hear(sound(0.2, channels: 9, beep: 0...0.2))
            }
            #expect(error?.code == .badData)
            #expect(error?.reason.contains("the sound's 9") == true)
        }
    }
#endif
