/// When to make the encoder begin a new group of pictures because somebody asked: at once, but not so often that the bit
/// rate goes into key frames alone. No request is lost.
///
/// A value without a clock.
public struct KeyFrameGate: Hashable, Sendable {
    /// The least time between a key frame and one that is forced: as often as a relay asks.
    public static let minimumInterval = Duration.milliseconds(500)

    private var isWanted = false
    private var lastKeyFrame: ContinuousClock.Instant?

    public init() {}

    /// Somebody wants a key frame: a viewer by way of the relay, or the queue that left out a group of pictures.
    public mutating func request() {
        isWanted = true
    }

    /// Whether the frame that is about to be encoded shall be a key frame. Where it shall, the request counts as
    /// honoured.
    public mutating func shouldForce(at now: ContinuousClock.Instant) -> Bool {
        guard isWanted, lastKeyFrame.map({ now - $0 >= Self.minimumInterval }) ?? true else { return false }
        keyFrameCame(at: now)
        return true
    }

    /// The encoder has put out a key frame, forced or at the end of a group of pictures: whoever asked before has it.
    public mutating func keyFrameCame(at now: ContinuousClock.Instant) {
        isWanted = false
        lastKeyFrame = now
    }
}
