/// Which encoders are tried, in which order.
enum EncoderChoice {
    /// What `auto` prefers: a GPU, then the software with the best picture, then what else there is.
    private static let preferred = [
        VAAPIDialect.encoderName, VideoToolboxDialect.encoderName, X264Dialect.encoderName, OpenH264Dialect.encoderName,
    ]
    /// Not built for many systems, so not worth a word where they are not there.
    private static let rare: Set = [VideoToolboxDialect.encoderName, OpenH264Dialect.encoderName]

    /// - Parameters:
    ///   - available: Names of the H.264 encoders that libavcodec has.
    ///   - hardware: Whose encoders come first; unless the user named a device for VA-API, then that does.
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
        let usual = preferred.filter { !rare.contains($0) || available.contains($0) }
        let first = settings.vaapiDevice == nil ? found + usual : Array(usual.prefix(1)) + found + usual.dropFirst()
        return first + available.filter { !first.contains($0) }
    }

    /// Whether its error says more than that of one that is tried for want of a better.
    static func isPreferred(_ name: String) -> Bool { preferred.contains(name) }

    /// What is said when encoders were passed over: why the first of them was, and which one it is now.
    static func announcement(passedOver reasons: [String], using name: String) -> String? {
        reasons.first.map { "\($0) Encoding \(kind(of: name))." }
    }

    /// An encoder for humans.
    static func kind(of name: String) -> String {
        switch name {
        case X264Dialect.encoderName, OpenH264Dialect.encoderName: "in software (\(name))"
        default: "with \(name)"
        }
    }
}

extension EncoderSettings.Choice {
    /// The encoder that was named; `nil` for `auto`.
    fileprivate var name: String? {
        switch self {
        case .auto: nil
        case .named(let name): name
        }
    }

    /// The error with a way out, where a device that was asked for by name is at fault and not the settings.
    func adviseAfter(_ error: CaptureError) -> CaptureError {
        guard self == .named(VAAPIDialect.encoderName), error.code != .usage, error.reason.hasSuffix(".") else {
            return error
        }
        return CaptureError(error.code, "\(error.reason.dropLast()); --encoder auto takes software instead.")
    }
}
