#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Times in files and on the command line.
package enum Timestamp {
    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The times that can be written: 1970 to 9999.
    private static let range =
        Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 253_402_300_799)

    /// Reads a time of RFC 3339, such as `2027-01-31T12:00:00Z`, or a date, which stands for its first moment in UTC.
    ///
    /// Foundation's `Date.ISO8601FormatStyle` is not used to read, because it accepts 30 February and any text behind the
    /// time; a token must not be valid for longer than its file says.
    ///
    /// - Returns: `nil` if the text is not such a time, or the time is not in 1970 to 9999. Fractions of a second are ignored.
    package static func parse(_ text: some StringProtocol) -> Date? {
        var bytes = Array(text.utf8)[...]
        guard let year = number(4, from: &bytes), take("-", from: &bytes),
            let month = number(2, from: &bytes), take("-", from: &bytes),
            let day = number(2, from: &bytes), let midnight = midnight(year, month, day)
        else { return nil }
        guard !bytes.isEmpty else { return range.contains(midnight) ? midnight : nil }
        guard take("Tt", from: &bytes),
            let hour = number(2, from: &bytes), hour < 24, take(":", from: &bytes),
            let minute = number(2, from: &bytes), minute < 60, take(":", from: &bytes),
            // A leap second has the number 60.
            let second = number(2, from: &bytes), second <= 60
        else { return nil }
        if take(".", from: &bytes) {
            let fraction = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard (1...9).contains(fraction.count) else { return nil }
            bytes = bytes.dropFirst(fraction.count)
        }
        guard let offset = offset(from: &bytes), bytes.isEmpty else { return nil }
        let time = midnight + Double(hour * 3600 + minute * 60 + second - offset)
        return range.contains(time) ? time : nil
    }

    /// Writes a time of RFC 3339 in UTC, to the second. Times outside of 1970 to 9999 become the nearest one inside.
    package static func text(_ time: Date) -> String {
        // The claims of a token may hold any number.
        min(max(time, range.lowerBound), range.upperBound).formatted(.iso8601)
    }

    private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Date? {
        let date = DateComponents(year: year, month: month, day: day)
        return date.isValidDate(in: calendar) ? calendar.date(from: date) : nil
    }

    private static func number(_ digits: Int, from bytes: inout ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= digits else { return nil }
        var value = 0
        for byte in bytes.prefix(digits) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        bytes = bytes.dropFirst(digits)
        return value
    }

    private static func take(_ anyOf: String, from bytes: inout ArraySlice<UInt8>) -> Bool {
        guard let byte = bytes.first, anyOf.utf8.contains(byte) else { return false }
        bytes = bytes.dropFirst()
        return true
    }

    /// Seconds east of UTC.
    private static func offset(from bytes: inout ArraySlice<UInt8>) -> Int? {
        if take("Zz", from: &bytes) { return 0 }
        let sign = bytes.first == UInt8(ascii: "-") ? -1 : 1
        guard take("+-", from: &bytes),
            let hours = number(2, from: &bytes), hours < 24, take(":", from: &bytes),
            let minutes = number(2, from: &bytes), minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
