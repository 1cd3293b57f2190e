/// The connection to a sound device that may be unplugged or hang and return. It decides the next action.
///
/// A value without I/O and without a clock: times are microseconds of any monotonic clock.
struct MicrophoneStateMachine: Sendable {
    /// The next action.
    enum Action: Hashable, Sendable {
        /// Open the device, then call ``opened()`` or ``openingFailed(_:at:)``.
        case open
        /// Check for audio, then call ``samplesReceived(at:)``, ``noSamplesReceived(at:)`` or ``lost(_:at:)``.
        case read
        /// Wait for this time.
        case wait(Int64)
    }

    /// The reason why a device was closed.
    enum Loss: Hashable, Sendable {
        /// The device has disappeared or returns errors.
        case disconnected
        /// The device delivers no samples, not even silence.
        case stalled
        /// The wall clock was set. libav times audio by it and smooths the times: it would take seconds to follow.
        case clockSet
    }

    /// The interval between attempts to open a lost device: recording resumes within a second.
    static let retryInterval: Int64 = 500_000
    /// The longest time without samples: sound servers take about a second to wake a sleeping card.
    static let silenceTimeout: Int64 = 3_000_000

    private enum State: Sendable {
        case closed(nextAttempt: Int64)
        case open(silentSince: Int64?)
    }

    private var state: State
    private var outage = DeviceOutage()
    private var hasReceivedSamples = false

    init(at now: Int64) {
        state = .closed(nextAttempt: now)
    }

    func next(at now: Int64) -> Action {
        switch state {
        case .closed(let attempt): now >= attempt ? .open : .wait(attempt - now)
        case .open: .read
        }
    }

    mutating func opened() {
        state = .open(silentSince: nil)
    }

    /// Samples arrived.
    ///
    /// - Returns: The length of the interruption that ends now, in microseconds; `nil` if there was none.
    mutating func samplesReceived(at now: Int64) -> Int64? {
        state = .open(silentSince: nil)
        hasReceivedSamples = true
        return outage.end(at: now)
    }

    /// A read returned nothing.
    ///
    /// - Returns: Whether to close the device and call ``lost(_:at:)``, because it has been silent for too long. The
    ///   time alone does not decide, because the thread may have been suspended.
    mutating func noSamplesReceived(at now: Int64) -> Bool {
        guard case .open(let since) = state else { return false }
        state = .open(silentSince: since ?? now)
        return now - (since ?? now) >= Self.silenceTimeout
    }

    /// The device did not open. Before its first audio the failure is final; later ones lead to another attempt.
    ///
    /// - Returns: The message for the user; `nil` if it was reported already.
    /// - Throws: `error` if the device has never delivered audio.
    mutating func openingFailed(_ error: CaptureError, at now: Int64) throws(CaptureError) -> String? {
        guard hasReceivedSamples else { throw error }
        state = .closed(nextAttempt: now + Self.retryInterval)
        return outage.message(for: error)
    }

    /// The device is closed.
    ///
    /// - Returns: Whether to report it.
    mutating func lost(_ loss: Loss, at now: Int64) -> Bool {
        let isFirstLoss = !outage.hasBegun
        hasReceivedSamples = true
        // A device that was only reset is back at once.
        state = .closed(nextAttempt: isFirstLoss ? now : now + Self.retryInterval)
        return loss == .clockSet ? false : outage.begin(at: now)
    }
}
