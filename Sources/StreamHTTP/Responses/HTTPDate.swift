#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Times in HTTP's format (RFC 9110 5.6.7).
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The current time.
    static var now: String { text(secondsSince1970: Int(Date().timeIntervalSince1970)) }

    /// The format is `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(secondsSince1970 time: Int) -> String {
        let (day, second) = (floorDivide(time, by: 86_400), time - floorDivide(time, by: 86_400) * 86_400)
        // Years are counted from March, so that the leap day is the last day: days since 0000-03-01, in eras of 400
        // years, which all have the same number of days.
        let shifted = day + 719_468
        let era = floorDivide(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
        let weekday = days[day - floorDivide(day, by: 7) * 7]
        let date = "\(padded(dayOfYear - (153 * month + 2) / 5 + 1)) \(months[(month + 2) % 12]) \(year)"
        return "\(weekday), \(date) \(padded(second / 3_600)):\(padded(second / 60 % 60)):\(padded(second % 60)) GMT"
    }

    private static func floorDivide(_ dividend: Int, by divisor: Int) -> Int {
        (dividend - (dividend < 0 ? divisor - 1 : 0)) / divisor
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
