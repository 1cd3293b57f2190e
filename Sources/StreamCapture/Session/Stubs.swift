#if Capture
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
