import StreamCapture
import Testing

@Suite struct AudioSettingsTests {
    @Test(arguments: [
        ("none", AudioSettings.Source.none), ("input", .input),
        ("hw:0", .device(AudioDevice(system: .alsa, name: "hw:0"))),
        ("plughw:CARD=Webcam,DEV=0", .device(AudioDevice(system: .alsa, name: "plughw:CARD=Webcam,DEV=0"))),
        ("default", .device(AudioDevice(system: .alsa, name: "default"))),
        ("pulse", .device(AudioDevice(system: .pulse, name: "default"))),
        ("pulse:alsa_input.usb-1", .device(AudioDevice(system: .pulse, name: "alsa_input.usb-1"))),
    ])
    func `the source of sound is read`(argument: String, source: AudioSettings.Source) throws {
        #expect(try AudioSettings.Source(argument: argument) == source)
    }

    @Test(arguments: ["", "pulse:", "/dev/snd/pcmC0D0c", "hw:0\n", String(repeating: "x", count: 2_000)])
    func `what is not a device is refused`(argument: String) throws {
        let error = #expect(throws: CaptureError.self) { try AudioSettings.Source(argument: argument) }
        #expect(error?.code == .usage)
        #expect(error?.reason.hasSuffix(".") == true)
    }

    @Test(arguments: [AudioDevice(system: .alsa, name: "hw:1"), AudioDevice(system: .pulse, name: "default")])
    func `a device is written as it was read`(device: AudioDevice) throws {
        #expect(try AudioDevice(argument: device.description) == device)
    }

    @Test(arguments: [
        (AudioFormat(sampleRate: 48_000, channels: 2), AudioFormat(sampleRate: 48_000, channels: 2)),
        (AudioFormat(sampleRate: 8_000, channels: 1), AudioFormat(sampleRate: 48_000, channels: 1)),
        (AudioFormat(sampleRate: 44_100, channels: 6), AudioFormat(sampleRate: 44_100, channels: 6)),
        (AudioFormat(sampleRate: 22_050, channels: 7), AudioFormat(sampleRate: 44_100, channels: 6)),
        (AudioFormat(sampleRate: 96_000, channels: 18), AudioFormat(sampleRate: 48_000, channels: 2)),
    ])
    func `the format is the nearest that AAC can carry`(sound: AudioFormat, format: AudioFormat) throws {
        #expect(try AudioSettings().format(from: sound) == format)
    }

    @Test func `the default bit rate is 64 kbit a second for each channel`() throws {
        #expect(try AudioSettings().bitRate(for: AudioFormat(sampleRate: 48_000, channels: 2)) == 128_000)
        #expect(try AudioSettings().bitRate(for: AudioFormat(sampleRate: 48_000, channels: 1)) == 64_000)
        #expect(try AudioSettings().bitRate(for: AudioFormat(sampleRate: 8_000, channels: 1)) == 48_000)
    }

    @Test(arguments: [
        (AudioSettings(sampleRate: 47_000), "AAC has no sample rate of 47000 Hz; choose one of 8000, "),
        (AudioSettings(channels: 7), "AAC supports 1 to 6 or 8 channels, not 7."),
        (AudioSettings(bitRate: 128), "Sound needs at least 8k bits per second, not 128."),
    ])
    func `what AAC cannot do is refused`(settings: AudioSettings, sentence: String) throws {
        let error = #expect(throws: CaptureError.self) { try settings.check() }
        #expect(error?.code == .usage)
        #expect(error?.reason.hasPrefix(sentence) == true)
    }

    @Test func `a bit rate that the format cannot have is refused`() throws {
        let stereo = AudioFormat(sampleRate: 48_000, channels: 2)
        let error = #expect(throws: CaptureError.self) { try AudioSettings(bitRate: 10_000).bitRate(for: stereo) }
        #expect(
            error?.reason == "AAC takes 16k to 576k bits per second for 48 kHz stereo, not 10000; "
                + "give --audio-bitrate such a value."
        )
    }
}
