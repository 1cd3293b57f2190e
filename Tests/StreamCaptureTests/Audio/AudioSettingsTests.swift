import StreamCapture
import Testing

@Suite struct AudioSettingsTests {
    @Test(arguments: [
        ("none", AudioSettings.Source.none), ("input", .input),
        ("hw:0", .device(SoundDevice(system: .alsa, name: "hw:0"))),
        ("plughw:CARD=Webcam,DEV=0", .device(SoundDevice(system: .alsa, name: "plughw:CARD=Webcam,DEV=0"))),
        ("default", .device(SoundDevice(system: .alsa, name: "default"))),
        ("pulse", .device(SoundDevice(system: .pulse, name: "default"))),
        ("pulse:alsa_input.usb-1", .device(SoundDevice(system: .pulse, name: "alsa_input.usb-1"))),
    ])
    func readsWhereSoundComesFrom(argument: String, source: AudioSettings.Source) throws {
        #expect(try AudioSettings.Source(argument: argument) == source)
    }

    @Test(arguments: ["", "pulse:", "/dev/snd/pcmC0D0c", "hw:0\n", String(repeating: "x", count: 2_000)])
    func refusesWhatIsNoDevice(argument: String) throws {
        let error = #expect(throws: CaptureError.self) { try AudioSettings.Source(argument: argument) }
        #expect(error?.code == .usage)
        #expect(error?.reason.hasSuffix(".") == true)
    }

    @Test(arguments: [SoundDevice(system: .alsa, name: "hw:1"), SoundDevice(system: .pulse, name: "default")])
    func writesADeviceAsItIsRead(device: SoundDevice) throws {
        #expect(try SoundDevice(argument: device.description) == device)
    }

    @Test(arguments: [
        (AudioFormat(sampleRate: 48_000, channels: 2), AudioFormat(sampleRate: 48_000, channels: 2)),
        (AudioFormat(sampleRate: 8_000, channels: 1), AudioFormat(sampleRate: 48_000, channels: 1)),
        (AudioFormat(sampleRate: 44_100, channels: 6), AudioFormat(sampleRate: 44_100, channels: 6)),
        (AudioFormat(sampleRate: 22_050, channels: 7), AudioFormat(sampleRate: 44_100, channels: 6)),
        (AudioFormat(sampleRate: 96_000, channels: 18), AudioFormat(sampleRate: 48_000, channels: 2)),
    ])
    func choosesWhatAACCanCarry(sound: AudioFormat, format: AudioFormat) throws {
        #expect(try AudioSettings().format(from: sound) == format)
    }

    @Test func takes64KilobitsForEachChannel() throws {
        #expect(try AudioSettings().bitRate(for: AudioFormat(sampleRate: 48_000, channels: 2)) == 128_000)
        #expect(try AudioSettings().bitRate(for: AudioFormat(sampleRate: 48_000, channels: 1)) == 64_000)
        #expect(try AudioSettings().bitRate(for: AudioFormat(sampleRate: 8_000, channels: 1)) == 48_000)
    }

    @Test(arguments: [
        (AudioSettings(sampleRate: 47_000), "AAC has no sample rate of 47000 Hz; there are 8000, "),
        (AudioSettings(channels: 7), "AAC carries 1 to 6 or 8 channels, not 7."),
        (AudioSettings(bitRate: 128), "Sound needs at least 8k bits a second, not 128."),
    ])
    func refusesWhatAACCannotDo(settings: AudioSettings, sentence: String) throws {
        let error = #expect(throws: CaptureError.self) { try settings.check() }
        #expect(error?.code == .usage)
        #expect(error?.reason.hasPrefix(sentence) == true)
    }

    @Test func refusesABitRateThatTheFormatCannotHave() throws {
        let stereo = AudioFormat(sampleRate: 48_000, channels: 2)
        let error = #expect(throws: CaptureError.self) { try AudioSettings(bitRate: 10_000).bitRate(for: stereo) }
        #expect(
            error?.reason == "AAC takes 16k to 576k bits a second for 48 kHz stereo, not 10000; "
                + "give --audio-bitrate such a value."
        )
    }
}
