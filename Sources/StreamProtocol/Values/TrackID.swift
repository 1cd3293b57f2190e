/// The number of a track within its stream, 0 to 15 (`Protocol.md`, Tracks).
///
/// The bound is small, because a relay keeps one bit per track and viewer (see `TrackSet`).
public struct TrackID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The highest number that a track may have.
    public static let maximum: UInt16 = 15

    /// The number, 0 to ``maximum``.
    public let rawValue: UInt16

    /// - Returns: `nil` if `rawValue` is above ``maximum``.
    public init?(_ rawValue: UInt16) {
        guard rawValue <= Self.maximum else { return nil }
        self.rawValue = rawValue
    }

    /// Track 0, by convention the main video.
    public static let zero = TrackID(unchecked: 0)

    init(unchecked rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Orders tracks by their numbers.
    public static func < (left: TrackID, right: TrackID) -> Bool { left.rawValue < right.rawValue }

    /// The number in digits.
    public var description: String { "\(rawValue)" }
}

/// A set of tracks, one bit each.
package struct TrackSet: OptionSet, Hashable, Sendable {
    /// Bit *n* stands for track *n*.
    package let rawValue: UInt16

    /// The set whose bits are those of `rawValue`.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The set of one track.
    package init(_ track: TrackID) {
        self.rawValue = 1 << track.rawValue
    }

    /// Whether the track is in the set. A relay asks that for every frame, and the generic code of `OptionSet` takes longer.
    package func contains(_ track: TrackID) -> Bool { rawValue & 1 << track.rawValue != 0 }

    /// Adds a track.
    package mutating func insert(_ track: TrackID) { self = TrackSet(rawValue: rawValue | 1 << track.rawValue) }

    /// All 16 tracks.
    package static let all = TrackSet(rawValue: .max)
}
