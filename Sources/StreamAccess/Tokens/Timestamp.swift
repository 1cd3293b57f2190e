#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Times as they stand in files and on the command line.
public enum Timestamp {
    /// Reads a time of RFC 3339, such as `2027-01-31T12:00:00Z`, or a date, which is its first moment in UTC.
    ///
    /// Stricter than Foundation's reader, which takes 30 February and whatever stands behind the time.
    ///
    /// - Returns: `nil` where it is no such time; fractions of a second are left out.
    public static func parse(_ text: some StringProtocol) -> Date? {
        var bytes = Array(text.utf8)[...]
        guard let year = number(4, from: &bytes), take("-", from: &bytes),
            let month = number(2, from: &bytes), (1...12).contains(month), take("-", from: &bytes),
            let day = number(2, from: &bytes), (1...days(of: month, in: year)).contains(day)
        else { return nil }
        let midnight = dayNumber(year, month, day) * 86_400
        guard !bytes.isEmpty else { return Date(timeIntervalSince1970: Double(midnight)) }
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
        return Date(timeIntervalSince1970: Double(midnight + hour * 3600 + minute * 60 + second - offset))
    }

    /// Writes a time of RFC 3339 in UTC, to the second.
    public static func text(_ time: Date) -> String {
        // Claims may hold any number; the last year with four digits is as good as never.
        let latest = Date(timeIntervalSince1970: 253_402_300_799)
        let earliest = Date(timeIntervalSince1970: 0)
        return min(max(time, earliest), latest).formatted(.iso8601)
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

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970 in the Gregorian calendar.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years begin in March here, so that the day that may be missing is their last.
        let years = month > 2 ? year : year - 1
        let leapDays = years / 4 - years / 100 + years / 400
        let daysInYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return years * 365 + leapDays + daysInYear - 719_468
    }
}
