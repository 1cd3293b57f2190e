/// Times of the wall clock as text, as recordings state them: RFC 3339, in UTC.
public enum RecordingTime {
    /// A time with milliseconds: `2026-11-22T14:30:00.250Z`.
    ///
    /// - Parameter microseconds: Since 1970-01-01 UTC, up to the year 9999.
    public static func text(_ microseconds: Int64) -> String { CivilTime.text(microseconds) }

    /// Reads a time whose seconds have up to 6 decimal places.
    ///
    /// - Returns: Microseconds since 1970-01-01 UTC; `nil` if the text is not such a time.
    public static func microseconds(of text: some StringProtocol) -> Int64? { CivilTime.microseconds(of: text) }
}
