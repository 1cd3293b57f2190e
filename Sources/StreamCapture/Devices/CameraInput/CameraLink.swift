/// The life of a connection to a camera that may be unplugged, may hang, and comes back: what to do next.
///
/// A value without I/O and without a clock: times are microseconds of any clock that runs evenly.
struct CameraLink {
    /// What to do.
    enum Step: Hashable {
        /// Find the camera and open it, then call ``opened(at:period:)`` or ``openingFailed(_:at:)``.
        case open
        /// Wait this long for a picture, then call ``picture(at:)`` or ``lost(_:at:)``, or ask again.
        case read(atMost: Int64)
        /// The camera is silent: close it and call ``lost(_:at:)``.
        case abandon
        /// Do nothing for so long.
        case wait(Int64)
    }

    /// How a camera was lost.
    enum Loss: Hashable {
        /// It is not there any more, or answers with errors.
        case gone
        /// It is there, but sends nothing.
        case silent
    }

    /// Between two looks for a lost camera: four times a second finds it well within the two seconds that are promised.
    static let searchInterval: Int64 = 250_000
    /// Until the first picture after opening: cameras that sleep take a second or two.
    static let wakingPatience: Int64 = 5_000_000
    /// Between two pictures: a webcam in the dark slows down to a few pictures a second.
    static let silencePatience: ClosedRange<Int64> = 1_000_000...5_000_000
    /// Pictures that may be missing in a row.
    static let missingPictures: Int64 = 8

    private enum State {
        case closed(nextAttempt: Int64)
        /// Open since then, with no picture yet.
        case waking(Int64)
        case capturing(lastPicture: Int64)
    }

    private var state: State
    /// When pictures stopped coming; `nil` while they come, and before the first.
    private var lostSince: Int64?
    private var hasOpened = false
    private var period: Int64?
    /// What was said last of a camera that does not open, so as not to say it four times a second.
    private var lastTrouble: String?

    init(at now: Int64) {
        state = .closed(nextAttempt: now)
    }

    func next(at now: Int64) -> Step {
        switch state {
        case .closed(let attempt): now >= attempt ? .open : .wait(attempt - now)
        case .waking(let since): Self.reading(until: since + Self.wakingPatience, now)
        case .capturing(let last): Self.reading(until: last + silenceLimit, now)
        }
    }

    private static func reading(until deadline: Int64, _ now: Int64) -> Step {
        now < deadline ? .read(atMost: deadline - now) : .abandon
    }

    private var silenceLimit: Int64 {
        // Drivers may say anything; and nothing here may overflow.
        let missing = min(period ?? 0, Self.silencePatience.upperBound) * Self.missingPictures
        return min(max(missing, Self.silencePatience.lowerBound), Self.silencePatience.upperBound)
    }

    /// The camera is open.
    ///
    /// - Parameter period: Between two pictures, in microseconds, where it is known.
    mutating func opened(at now: Int64, period: Int64?) {
        state = .waking(now)
        hasOpened = true
        self.period = period
    }

    /// A picture came.
    ///
    /// - Returns: For how long there was none, in microseconds, when that is over with this picture.
    mutating func picture(at now: Int64) -> Int64? {
        state = .capturing(lastPicture: now)
        lastTrouble = nil
        defer { lostSince = nil }
        return lostSince.map { now - $0 }
    }

    /// The camera did not open. The first time that is the end of it; later it is tried again.
    ///
    /// - Returns: What to tell the user; `nil` where that was told.
    /// - Throws: `error` where the camera has never been open.
    mutating func openingFailed(_ error: CaptureError, at now: Int64) throws(CaptureError) -> String? {
        guard hasOpened else { throw error }
        state = .closed(nextAttempt: now + Self.searchInterval)
        // That it is not there was said when it was lost.
        guard error.code != .noInput, error.reason != lastTrouble else { return nil }
        lastTrouble = error.reason
        return error.reason
    }

    /// The camera is closed because it was lost.
    ///
    /// - Returns: Whether that is news; not when a silent camera is opened again and again.
    mutating func lost(_ loss: Loss, at now: Int64) -> Bool {
        let isNews = lostSince == nil
        if lostSince == nil { lostSince = now }
        // What is gone may be back at once, when it was only reset; what hangs is opened anew at once.
        state = .closed(nextAttempt: isNews ? now : now + Self.searchInterval)
        return isNews
    }
}
