/// Why a sound device cannot be opened, from what libav says about it.
struct SoundDeviceFailure: Hashable, Sendable {
    /// What is wrong with a device.
    enum Reason: Hashable, Sendable {
        case missing
        case busy
        case forbidden
        /// The sound server does not answer.
        case noServer
        /// It does not take the sample rate, coding or number of channels that it was asked for.
        case format
        /// In libav's words.
        case other(String)
    }

    let device: SoundDevice
    let reason: Reason

    /// - Parameters:
    ///   - said: The first line of libav's log, where libasound's words are in brackets at the end.
    ///   - words: What libav says in general.
    init(_ device: SoundDevice, said: String?, words: String) {
        self.device = device
        reason =
            switch device.system {
            case .alsa: said.map(Self.alsaReason) ?? .other(words)
            case .pulse: Self.pulseReason(words)
            }
    }

    /// A sentence that says what to do.
    var captureError: CaptureError {
        switch (reason, device.system) {
        case (.missing, .alsa):
            CaptureError(.noInput, "There is no sound device \(device); 'streamd devices' lists those that there are.")
        case (.missing, .pulse):
            CaptureError(
                .noInput,
                "The sound server has no source '\(device.name)'; 'streamd devices' lists those it has."
            )
        case (.busy, _):
            CaptureError(
                .noInput,
                "\(device) is in use by another program ('fuser -v /dev/snd/*' says which); close that, or share the "
                    + "device by --audio pulse."
            )
        case (.forbidden, .alsa):
            CaptureError(
                .permissionDenied,
                "This user may not open \(device); 'sudo usermod -aG audio USER' and a new login allow it."
            )
        case (.forbidden, .pulse):
            CaptureError(.permissionDenied, "The sound server refuses access; run streamd as the user who runs it.")
        case (.noServer, _):
            CaptureError(
                .unavailable,
                "No sound server answers; start PulseAudio or PipeWire, or record from an ALSA device such as hw:0."
            )
        case (.format, _) where device.name.hasPrefix("hw:"):
            CaptureError(
                .noInput,
                "\(device) has no format that is understood here; plug\(device) converts what it has."
            )
        case (.format, _):
            CaptureError(.noInput, "\(device) has no format that is understood here; take another device.")
        case (.other(let words), _):
            CaptureError(.noInput, words.hasSuffix(".") ? words : "\(device) cannot be opened: \(words).")
        }
    }

    private static func alsaReason(_ said: String) -> Reason {
        if said.hasPrefix("cannot set ") || said.hasPrefix("sample format ") { return .format }
        // libasound's words for errors are the system's.
        if said.hasSuffix("(Device or resource busy)") { return .busy }
        if said.hasSuffix("(Permission denied)") || said.hasSuffix("(Operation not permitted)") { return .forbidden }
        let missing = ["No such file or directory", "No such device", "No such device or address", "Invalid argument"]
        if said.hasPrefix("cannot open audio device"), missing.contains(where: { said.hasSuffix("(\($0))") }) {
            return .missing
        }
        return .other(said)
    }

    /// libav passes PulseAudio's error codes (`pa_error_code`) on as if they were the system's, so their words are wrong.
    private static func pulseReason(_ words: String) -> Reason {
        // 1: access denied. 5: no such entity. 6: connection refused; 3, which means nothing, where nobody was asked.
        if words.contains("ermission denied") { return .forbidden }
        if words.contains("Input/output error") { return .missing }
        if words.contains("No such device or address") || words.contains("No such process") { return .noServer }
        return .other(words)
    }
}
