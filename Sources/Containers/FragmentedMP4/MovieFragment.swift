/// What a live frame became.
public enum FragmentResult: Hashable, Sendable {
    /// A fragment.
    case fragment(MovieFragment)
    /// The sample entry of its track does not describe it: a new initialization segment is needed, from a writer with
    /// another description. The frame was not written.
    case needsInitialization
    /// The frame has no track, no bytes, or too many. It was not written.
    case unusable
}

/// What became of a frame for a part.
public enum AppendResult: Hashable, Sendable {
    /// It is in the part.
    case added
    /// The sample entry of its track does not describe it, see ``FragmentResult/needsInitialization``.
    case needsInitialization
    /// The frame has no track, no bytes, or too many.
    case unusable
}

/// A movie fragment with one frame: the bytes in front of the sample, and how the sample is made of the frame's payload.
///
/// The parts can be sent one by one, so that the payload is not copied.
public struct MovieFragment: Hashable, Sendable {
    /// `prft` where it is due, `moof`, and the header of `mdat` (ISO/IEC 14496-12 8.16.5, 8.8.4, 8.1.1).
    public let head: [UInt8]
    /// The content of `mdat`.
    public let sample: SampleLayout

    /// The bytes of the whole fragment.
    public var byteCount: Int { head.count + sample.byteCount }

    /// The whole fragment.
    ///
    /// - Parameter payload: The frame that it was made of.
    package func bytes(_ payload: RawSpan) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        bytes += head
        sample.append(payload, to: &bytes)
        return bytes
    }
}

/// A movie fragment with the frames of some time.
public struct MovieFragmentPart: Sendable {
    /// `prft` where it is due, `moof` and `mdat`.
    public let bytes: [UInt8]
    /// Bytes in front of `moof`.
    public let headLength: Int
    /// When its first frame is decoded, in microseconds of the time line.
    public let decodeTime: Int64
    /// When the last of its frames is decoded, in microseconds of the time line.
    public let lastDecodeTime: Int64
    /// Whether its first video frame is a sync sample, or it has no video and begins with one.
    public let isIndependent: Bool
    /// The samples by track, with their offsets from the beginning of ``bytes``.
    let runs: [Run]

    /// Samples of a track that lie one behind the other.
    struct Run: Sendable {
        struct Entry: Sendable {
            let times: TrackClock.Times
            let size: UInt32
            let isSync: Bool
        }
        let track: UInt32
        let offset: Int
        let entries: [Entry]
    }
}

extension TrackFragment.Entry {
    init(_ frame: ContainerFrame, _ times: TrackClock.Times, _ sample: SampleLayout) {
        self.init(
            duration: times.duration,
            size: UInt32(clamping: sample.byteCount),
            flags: frame.sampleFlags,
            compositionOffset: times.compositionOffset
        )
    }
}

/// Decides which frames get a `prft` box: sync samples of the first video track (of the first track if there is none),
/// at most one a second.
struct ReferenceTime: Hashable, Sendable {
    private static let interval: Int64 = 1_000_000
    private let track: UInt32?
    private var last: Int64?

    init(_ tracks: [ContainerTrack]) {
        track = (tracks.first(where: \.isVideo) ?? tracks.first)?.id
    }

    /// The box in front of a frame; empty if it gets none.
    mutating func box(for frame: ContainerFrame, _ times: TrackClock.Times) -> [UInt8] {
        guard frame.track == track, frame.isSync, frame.captureTime > 0 else { return [] }
        if let last, frame.decodeTime < last + Self.interval { return [] }
        last = frame.decodeTime
        return BoxWriter.producerReferenceTime(
            track: frame.track,
            captureTime: frame.captureTime,
            mediaTime: times.presentation
        )
    }
}
