import StreamRelay

/// What the limits of a token are called, in the lines of a token file and as claims of a web token.
public enum TokenLimitKey: String, Hashable, Sendable, CaseIterable {
    case connections = "max-connections"
    case streams = "max-streams"
    case bytesPerSecond = "max-bytes-per-second"
    case viewers = "max-viewers"

    /// The limit itself.
    public var path: WritableKeyPath<TokenLimits, Int?> {
        switch self {
        case .connections: \.connections
        case .streams: \.streams
        case .bytesPerSecond: \.bytesPerSecond
        case .viewers: \.viewers
        }
    }
}
