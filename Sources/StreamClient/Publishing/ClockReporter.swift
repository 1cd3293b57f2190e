import StreamProtocol

/// Decides when a publisher sends its clock offset to the relay, for one connection (`Protocol.md`, Clock offset).
///
/// The value reads no clock. All times are those of the publisher's wall clock.
struct ClockReporter {
    /// After this time the offset is sent again. A reading comes at least every ``ClientKeepalive/maximumPause``, so the
    /// offset is sent at least every 30 s.
    static let interval: Int64 = 15_000_000

    private var newest: ClockReading?
    /// The reading that was sent last.
    private var reported: ClockReading?

    /// Takes a new reading of the relay's clock.
    ///
    /// - Returns: The offset to send; `nil` if the last one is good enough.
    mutating func received(_ reading: ClockReading) -> ClockOffset? {
        newest = reading
        return isDue(reading) ? report(reading) : nil
    }

    /// A track table was sent. A relay drops the offset with the epoch before it.
    ///
    /// - Returns: The offset to send; `nil` before the first reading.
    mutating func tracksSent(at now: Int64) -> ClockOffset? {
        guard let newest else { return nil }
        return report(newest.aged(to: now))
    }

    /// Whether the reading differs from the reported one by more than its error bound, has at most half its error
    /// bound, or comes long after it.
    private func isDue(_ reading: ClockReading) -> Bool {
        guard let reported else { return true }
        let (age, ageOverflow) = reading.time.subtractingReportingOverflow(reported.time)
        let (difference, overflow) = reading.offset.subtractingReportingOverflow(reported.offset)
        // A negative age is a clock that was set.
        guard !ageOverflow, !overflow, (0..<Self.interval).contains(age) else { return true }
        return difference.magnitude > UInt64(clamping: reading.errorBound)
            || reading.errorBound <= reported.aged(to: reading.time).errorBound / 2
    }

    private mutating func report(_ reading: ClockReading) -> ClockOffset {
        reported = reading
        // The reading is the relay's clock minus this one; viewers need the opposite. A relay may send any number.
        return ClockOffset(offset: 0 &- reading.offset, errorBound: UInt32(clamping: reading.errorBound))
    }
}
