/// The time without a lost device, and the messages about it. A value without a clock.
struct DeviceOutage: Sendable {
    /// The start of the outage; `nil` while the device delivers, and before it does so for the first time.
    private var start: Int64?
    /// The last message about a device that does not open, which is not repeated.
    private var lastFailureReason: String?

    /// The device is lost.
    ///
    /// - Returns: Whether an outage begins; `false` if it has begun already.
    mutating func begin(at now: Int64) -> Bool {
        guard start == nil else { return false }
        start = now
        return true
    }

    /// The device delivers.
    ///
    /// - Returns: The duration of the outage that ends now, if there is one.
    mutating func end(at now: Int64) -> Int64? {
        lastFailureReason = nil
        defer { start = nil }
        return start.map { now - $0 }
    }

    /// The device cannot be opened.
    ///
    /// - Returns: The message for the user; `nil` if it repeats the last one, or if the device is missing, which the
    ///   user knows since the outage began.
    mutating func message(for error: CaptureError) -> String? {
        guard error.code != .noInput, error.reason != lastFailureReason else { return nil }
        lastFailureReason = error.reason
        return error.reason
    }

    /// Whether the device is lost.
    var hasBegun: Bool { start != nil }
}
