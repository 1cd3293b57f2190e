#if Capture
    func TestInput(
        _ settings: TestSettings,
        clock: CaptureClock,
        stop: StopFlag
    ) throws(CaptureError) -> any PacketSource {
        var source = MediaSource(url: "testsrc2=size=\(settings.size):rate=30", format: "lavfi"); source.isLive = true
        return try MediaReader(source, stop: stop)
    }
    func MicrophoneInput(
        _ d: SoundDevice,
        settings: AudioSettings,
        clock: CaptureClock,
        stop: StopFlag,
        announce: @escaping (String) -> Void
    ) throws(CaptureError) -> any PacketSource {
        throw CaptureError(.failure, "no mic")
    }
#endif
