/// What a container needs to know of a frame beside its payload.
///
/// Times are in microseconds on the container's time line, as ``ContainerTimeline`` makes them: 0 or more.
public struct ContainerFrame: Hashable, Sendable {
    /// The number of its track, ``ContainerTrack/id``.
    public var track: UInt32
    /// When to decode it.
    public var decodeTime: Int64
    /// When to show it, not before it is decoded.
    public var presentationTime: Int64
    /// When it was captured, in microseconds since 1970-01-01 UTC; 0 if that is not known. It never moves the time line.
    public var captureTime: Int64
    /// Whether a decoder that begins here shows this frame and all that are shown after it (the flag *random access* of
    /// the protocol). It becomes a sync sample (ISO/IEC 14496-12 8.6.2).
    public var isSync: Bool
    /// Whether no other frame needs it.
    public var isDiscardable: Bool
    /// Whether the time line has a break here: frames are missing before it, or the media clock began anew.
    public var isDiscontinuous: Bool
    /// Whether a recording holds the frame only so that a decoder can begin: it was recorded before, in another file.
    /// Players decode it and do not show it, by an edit list, and no account counts it.
    public var isPreroll = false

    /// Describes a frame.
    public init(
        track: UInt32,
        decodeTime: Int64,
        presentationTime: Int64,
        captureTime: Int64 = 0,
        isSync: Bool,
        isDiscardable: Bool = false,
        isDiscontinuous: Bool = false
    ) {
        self.track = track
        self.decodeTime = decodeTime
        self.presentationTime = presentationTime
        self.captureTime = captureTime
        self.isSync = isSync
        self.isDiscardable = isDiscardable
        self.isDiscontinuous = isDiscontinuous
    }

    /// `sample_flags` (ISO/IEC 14496-12 8.8.3.1).
    var sampleFlags: UInt32 {
        // sample_depends_on 2: on no other; 1: on others. sample_is_depended_on 2: no other depends on it.
        let dependence: UInt32 = isSync ? 2 << 24 : 1 << 24 | 1 << 16
        return dependence | (isDiscardable ? 2 << 22 : 0)
    }
}
