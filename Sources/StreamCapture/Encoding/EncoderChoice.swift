/// Which encoders are tried, in which order.
enum EncoderChoice {
    /// What `auto` prefers: a GPU, then the software with the best picture, then what else there is.
    private static let preferred = [
        VAAPIDialect.encoderName, VideoToolboxDialect.encoderName, X264Dialect.encoderName, OpenH264Dialect.encoderName,
    ]
    /// Not built for many systems, so not worth a word where they are not there.
    private static let rare: Set = [VideoToolboxDialect.encoderName, OpenH264Dialect.encoderName]

    /// - Parameter available: Names of the H.264 encoders that libavcodec has.
    static func names(for choice: EncoderSettings.Choice, available: [String]) -> [String] {
        switch choice {
        case .named(let name): [name]
        case .auto:
            preferred.filter { !rare.contains($0) || available.contains($0) }
                + available.filter { !preferred.contains($0) }
        }
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
    /// The error with a way out, where a device that was asked for by name is at fault and not the settings.
    func adviseAfter(_ error: CaptureError) -> CaptureError {
        guard self == .named(VAAPIDialect.encoderName), error.code != .usage, error.reason.hasSuffix(".") else {
            return error
        }
        return CaptureError(error.code, "\(error.reason.dropLast()); --encoder auto takes software instead.")
    }
}
