/// The life of a connection to a sound device that may be unplugged or hang, and comes back: what to do next.
///
/// A value without I/O and without a clock: times are microseconds of any clock that runs evenly.
struct MicrophoneLink: Sendable {
    /// What to do.
    enum Step: Hashable, Sendable {
        /// Open the device, then call ``opened()`` or ``openingFailed(_:at:)``.
        case open
        /// See whether there is sound, then call ``heard(at:)``, ``heardNothing(at:)`` or ``lost(_:at:)``.
        case read
        /// Do nothing for so long.
        case wait(Int64)
    }

    /// Why a device was closed.
    enum Loss: Hashable, Sendable {
        /// It is not there any more, or answers with errors.
        case gone
        /// It is there, but gives no samples: not even those of silence.
        case stalled
        /// Somebody has set the wall clock, by which libav takes the times of sound and evens them out: it would follow
        /// over seconds.
        case clockSet
    }

    /// Between two attempts to open a lost device: it is heard again within a second.
    static let searchInterval: Int64 = 500_000
    /// How long a device may give nothing: sound servers wake sleeping cards, which takes about a second.
    static let patience: Int64 = 3_000_000

    private enum State: Sendable {
        case closed(nextAttempt: Int64)
        case open(silentSince: Int64?)
    }

    private var state: State
    /// Since when there is no sound; `nil` while there is, and before the first.
    private var lostSince: Int64?
    private var hasBeenHeard = false
    /// What was said last of a device that does not open, so as not to say it again and again.
    private var lastTrouble: String?

    init(at now: Int64) {
        state = .closed(nextAttempt: now)
    }

    func next(at now: Int64) -> Step {
        switch state {
        case .closed(let attempt): now >= attempt ? .open : .wait(attempt - now)
        case .open: .read
        }
    }

    mutating func opened() {
        state = .open(silentSince: nil)
    }

    /// Samples came.
    ///
    /// - Returns: For how long there were none, in microseconds, when that is over now.
    mutating func heard(at now: Int64) -> Int64? {
        state = .open(silentSince: nil)
        hasBeenHeard = true
        lastTrouble = nil
        defer { lostSince = nil }
        return lostSince.map { now - $0 }
    }

    /// The device was asked and had nothing.
    ///
    /// - Returns: Whether to close it and call ``lost(_:at:)``: it has been silent for too long. Time alone does not
    ///   tell, because the thread itself may have been held up.
    mutating func heardNothing(at now: Int64) -> Bool {
        guard case .open(let since) = state else { return false }
        state = .open(silentSince: since ?? now)
        return now - (since ?? now) >= Self.patience
    }

    /// The device did not open. Before its first sound that is the end of it; later it is tried again.
    ///
    /// - Returns: What to tell the user; `nil` where that was told.
    /// - Throws: `error` where the device has never been heard.
    mutating func openingFailed(_ error: CaptureError, at now: Int64) throws(CaptureError) -> String? {
        guard hasBeenHeard else { throw error }
        state = .closed(nextAttempt: now + Self.searchInterval)
        // That it is not there was said when it was lost.
        guard error.code != .noInput, error.reason != lastTrouble else { return nil }
        lastTrouble = error.reason
        return error.reason
    }

    /// The device is closed.
    ///
    /// - Returns: Whether to tell the user.
    mutating func lost(_ loss: Loss, at now: Int64) -> Bool {
        let isNews = lostSince == nil
        hasBeenHeard = true
        // What was only reset is back at once.
        state = .closed(nextAttempt: isNews ? now : now + Self.searchInterval)
        guard loss != .clockSet else { return false }
        if isNews { lostSince = now }
        return isNews
    }
}
