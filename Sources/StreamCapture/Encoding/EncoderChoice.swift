/// The order in which encoders are tried.
enum EncoderChoice {
    /// The preference of `auto`: a GPU, then the software with the best quality, then the rest.
    private static let preferred = [
        VAAPIDialect.encoderName, VideoToolboxDialect.encoderName, X264Dialect.encoderName, OpenH264Dialect.encoderName,
    ]
    /// Many systems lack these encoders, so their absence is not reported.
    private static let rare: Set = [VideoToolboxDialect.encoderName, OpenH264Dialect.encoderName]

    /// - Parameters:
    ///   - available: Names of libavcodec's H.264 encoders.
    ///   - hardware: The hardware whose encoders come first, unless the user selected a device for VA-API.
    static func names(
        for settings: EncoderSettings,
        available: [String],
        hardware: EncodingHardware = EncodingHardware()
    ) -> [String] {
        guard case .auto = settings.encoder else { return [settings.encoder.name].compactMap { $0 } }
        var found: [String] = []
        if hardware.hasNVIDIADriver { found.append(NVENCDialect.encoderName) }
        if hardware.hasRaspberryPiEncoder { found.append(V4L2MemoryToMemoryDialect.encoderName) }
        found.removeAll { !available.contains($0) }
        let defaults = preferred.filter { !rare.contains($0) || available.contains($0) }
        let first =
            settings.vaapiDevice == nil ? found + defaults : Array(defaults.prefix(1)) + found + defaults.dropFirst()
        return first + available.filter { !first.contains($0) }
    }

    /// Whether its error is more useful than that of a fallback encoder.
    static func isPreferred(_ name: String) -> Bool { preferred.contains(name) }

    /// The message after failed encoders: the reason of the first failure, and the encoder in use.
    static func fallbackMessage(passedOver reasons: [String], using name: String) -> String? {
        reasons.first.map { "\($0) Encoding \(kind(of: name))." }
    }

    /// A description of an encoder for messages.
    static func kind(of name: String) -> String {
        switch name {
        case X264Dialect.encoderName, OpenH264Dialect.encoderName: "in software (\(name))"
        default: "with \(name)"
        }
    }
}

extension EncoderSettings.Choice {
    /// The selected encoder; `nil` for `auto`.
    fileprivate var name: String? {
        switch self {
        case .auto: nil
        case .named(let name): name
        }
    }

    /// Adds an alternative to the error if the selected device failed and the settings are correct.
    func addingAdvice(to error: CaptureError) -> CaptureError {
        guard self == .named(VAAPIDialect.encoderName), error.code != .usage, error.reason.hasSuffix(".") else {
            return error
        }
        return CaptureError(error.code, "\(error.reason.dropLast()); --encoder auto uses software instead.")
    }
}
