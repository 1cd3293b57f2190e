/// A sample of a file: where it is, and when it is decoded and shown.
public struct Sample: Hashable, Sendable {
    /// The offset of its first byte in the file.
    public let offset: UInt64
    /// Its bytes.
    public let size: UInt32
    /// When to decode it, in ticks of the track's time scale. Within a file that this library wrote, all tracks share
    /// one time line.
    public let decodeTime: Int64
    /// When to show it, in the same ticks.
    public let presentationTime: Int64
    /// How long it lasts, in the same ticks: until the next sample of the track, also across a gap.
    public let duration: UInt32
    /// Whether decoding can begin with it.
    public let isSync: Bool
}
