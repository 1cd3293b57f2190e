/// The reason why a sound device cannot be opened, from libav's error and log.
struct AudioDeviceFailure: Hashable, Sendable {
    /// The problem of a device.
    enum Reason: Hashable, Sendable {
        case missing
        case busy
        case forbidden
        /// The sound server does not answer.
        case noServer
        /// The device does not support the sample rate, sample format or number of channels.
        case format
        /// libav's text.
        case other(String)
    }

    let device: AudioDevice
    let reason: Reason

    /// - Parameters:
    ///   - logMessage: The first line of libav's log, with libasound's message in brackets at the end.
    ///   - description: libav's description of the error.
    init(_ device: AudioDevice, logMessage: String?, description: String) {
        self.device = device
        reason =
            switch device.system {
            case .alsa: logMessage.map(Self.alsaReason) ?? .other(description)
            case .pulse: Self.pulseReason(description)
            }
    }

    /// The error with its fix.
    var captureError: CaptureError {
        switch (reason, device.system) {
        case (.missing, .alsa):
            CaptureError(.noInput, "There is no sound device \(device); 'streamd devices' lists the devices.")
        case (.missing, .pulse):
            CaptureError(
                .noInput,
                "The sound server has no source '\(device.name)'; 'streamd devices' lists its sources."
            )
        case (.busy, _):
            CaptureError(
                .noInput,
                "\(device) is in use by another program ('fuser -v /dev/snd/*' shows which); close that, or share the "
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
                "\(device) has no supported format; plug\(device) converts its formats."
            )
        case (.format, _):
            CaptureError(.noInput, "\(device) has no supported format; choose another device.")
        case (.other(let description), _):
            CaptureError(
                .noInput,
                description.hasSuffix(".") ? description : "\(device) cannot be opened: \(description)."
            )
        }
    }

    private static func alsaReason(_ logMessage: String) -> Reason {
        if logMessage.hasPrefix("cannot set ") || logMessage.hasPrefix("sample format ") { return .format }
        // libasound uses the system's error texts.
        if logMessage.hasSuffix("(Device or resource busy)") { return .busy }
        if logMessage.hasSuffix("(Permission denied)") || logMessage.hasSuffix("(Operation not permitted)") {
            return .forbidden
        }
        let missing = ["No such file or directory", "No such device", "No such device or address", "Invalid argument"]
        if logMessage.hasPrefix("cannot open audio device"),
            missing.contains(where: { logMessage.hasSuffix("(\($0))") })
        {
            return .missing
        }
        return .other(logMessage)
    }

    /// libav treats PulseAudio's error codes (`pa_error_code`) as the system's, so their texts are wrong.
    private static func pulseReason(_ description: String) -> Reason {
        // 1: access denied. 5: no such entity. 6: connection refused; 3, an unrelated code, if there was no server.
        if description.contains("ermission denied") { return .forbidden }
        if description.contains("Input/output error") { return .missing }
        if description.contains("No such device or address") || description.contains("No such process") {
            return .noServer
        }
        return .other(description)
    }
}
