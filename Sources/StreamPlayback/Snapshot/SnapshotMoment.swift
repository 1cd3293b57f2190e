/// Which picture of a stream a snapshot takes: the one that was on the screen at a moment. A value without I/O; all times
/// are microseconds.
struct SnapshotMoment: Sendable {
    /// The relay sends what it has at once: 100 ms after the first frame, frames come from the publisher. If the publisher
    /// itself sent several at once, the relay has had them for less time than they last.
    static let burst: Int64 = 100_000

    /// How long before the request the moment lies.
    private let ago: Int64
    /// The first frame: its media time, when it came, and how old it was then.
    private var origin: (media: Int64, at: Int64, age: Int64)?
    /// How old the next frame is, if it is the first of its connection.
    private var firstAge: Int64 = 0
    private var newest = Int64.min

    /// - Parameter ago: How long before the request the moment lies, 0 or more.
    init(ago: Int64) {
        self.ago = ago
    }

    /// A connection begins. The moment counts back from its first frame.
    ///
    /// - Parameter age: How old that frame is.
    mutating func connected(age: Int64) {
        origin = nil
        firstAge = age
    }

    /// The media clock begins anew with the next frame. It is taken for one that follows at once: how long the stream was
    /// interrupted is not known.
    mutating func began(now: Int64) {
        guard let origin else { return }
        let passed = newest.subtractingClamped(origin.media)
        firstAge = max(0, origin.age.addingClamped(now - origin.at).subtractingClamped(passed))
        self.origin = nil
    }

    /// A frame of the track came.
    ///
    /// - Returns: Whether all frames of the moment's picture are there.
    mutating func received(media: Int64, decodeTime: Int64, now: Int64) -> Bool {
        if origin == nil { (origin, newest) = ((media, now, firstAge), media) }
        newest = max(newest, media)
        guard let wanted, let origin, decodeTime >= wanted else { return false }
        return ago > 0 || now - origin.at >= Self.burst
    }

    /// Whether a picture is a better choice than one that precedes it.
    func prefers(media: Int64) -> Bool {
        guard ago > 0, let wanted else { return true }
        return media <= wanted
    }

    /// How much older a picture is than the moment; negative if it is newer.
    func deviation(ofMedia media: Int64) -> Int64 {
        wanted?.subtractingClamped(media) ?? 0
    }

    /// The same for a picture whose age is known by clocks.
    ///
    /// - Parameter age: How old the picture is now.
    func deviation(ofAge age: Int64, now: Int64) -> Int64 {
        guard let origin else { return age - ago }
        return age.subtractingClamped(now - origin.at).subtractingClamped(ago)
    }

    /// The media time of the moment.
    private var wanted: Int64? {
        origin.map { $0.media.addingClamped($0.age).subtractingClamped(ago) }
    }
}

extension Int64 {
    /// The sum; the times are the publisher's, and wrong ones must not trap.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
