/// What a track carries (`Protocol.md`, Tracks).
public enum TrackKind: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Pictures.
    case video = 1
    /// Sound.
    case audio = 2
    /// Anything else that has a time: captions, positions, events.
    case data = 3

    /// The name of the kind, such as `video`.
    public var description: String {
        switch self {
        case .video: "video"
        case .audio: "audio"
        case .data: "data"
        }
    }
}

/// A set of track kinds; a viewer asks for one in its hello (`Protocol.md`, Hello, option *kinds*).
public struct TrackKinds: OptionSet, Hashable, Sendable {
    /// Bit *n* − 1 stands for the ``TrackKind`` with raw value *n*.
    public let rawValue: UInt8

    /// The set whose bits are those of `rawValue`. Bits without a meaning are kept.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The set of one kind.
    public init(_ kind: TrackKind) {
        self.rawValue = 1 << (kind.rawValue - 1)
    }

    /// Whether the sets have a kind in common. A relay asks that for every frame, and the generic code of `OptionSet` takes
    /// longer.
    package func overlaps(_ other: TrackKinds) -> Bool { rawValue & other.rawValue != 0 }

    /// Video, audio and data.
    public static let all: TrackKinds = [TrackKinds(.video), TrackKinds(.audio), TrackKinds(.data)]
}
