/// A time of the wall clock as a date and a time of day in UTC, to the second.
struct CivilTime: Hashable, Sendable {
    let year: Int
    let month: Int
    let day: Int
    /// Seconds since midnight.
    let second: Int

    /// The last second of the year 9999, in microseconds since 1970-01-01: names have four digits for the year.
    private static let latest: Int64 = 253_402_300_799_000_000

    /// - Parameter microseconds: Since 1970-01-01 UTC. Times before that, and after the year 9999, are put on these ends.
    init(_ microseconds: Int64) {
        let seconds = Int(min(max(microseconds, 0), Self.latest) / 1_000_000)
        second = seconds % 86_400
        // Howard Hinnant's "chrono-compatible low-level date algorithms": years begin in March.
        let shifted = seconds / 86_400 + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// - Returns: `nil` for a date that the calendar does not have.
    init?(year: Int, month: Int, day: Int, second: Int) {
        guard 1970...9999 ~= year, 1...12 ~= month, 1...31 ~= day, 0..<86_400 ~= second else { return nil }
        (self.year, self.month, self.day, self.second) = (year, month, day, second)
        guard CivilTime(microseconds) == self else { return nil }
    }

    /// Microseconds since 1970-01-01 UTC.
    var microseconds: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (shiftedYear / 400, shiftedYear % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Int64(days * 86_400 + second) * 1_000_000
    }

    /// `2026-11-22`.
    var dateText: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

    /// Hour, minute and second with a separator between them.
    func timeText(_ separator: String) -> String {
        [second / 3_600, second / 60 % 60, second % 60].map { $0.padded(2) }.joined(separator: separator)
    }
}

extension CivilTime {
    /// A time in the form of RFC 3339, with milliseconds: `2026-11-22T14:30:00.250Z`.
    static func text(_ microseconds: Int64) -> String {
        let time = CivilTime(microseconds)
        let milliseconds = Int(max(0, microseconds) / 1_000 % 1_000)
        return "\(time.dateText)T\(time.timeText(":")).\(milliseconds.padded(3))Z"
    }

    /// Reads a time in the form of ``text(_:)``; the fraction may have 0 to 6 digits.
    ///
    /// - Returns: Microseconds since 1970-01-01 UTC.
    static func microseconds(of text: some StringProtocol) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes.last == UInt8(ascii: "Z"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let date = CivilTime(date: String(decoding: bytes[..<10], as: UTF8.self)),
            let hour = Int(digits: bytes[11..<13], 2), let minute = Int(digits: bytes[14..<16], 2),
            let second = Int(digits: bytes[17..<19], 2), hour < 24, minute < 60, second < 60
        else { return nil }
        let whole = date.microseconds + Int64(hour * 3_600 + minute * 60 + second) * 1_000_000
        let fraction = bytes[19..<(bytes.count - 1)]
        guard let point = fraction.first else { return whole }
        let digits = fraction.dropFirst()
        guard point == UInt8(ascii: "."), 1...6 ~= digits.count, let number = Int(digits: digits, digits.count) else {
            return nil
        }
        return whole + Int64(number) * (0..<(6 - digits.count)).reduce(1) { scale, _ in scale * 10 }
    }

    /// Reads `2026-11-22`.
    init?(date text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.count == 3, let year = Int(digits: parts[0], 4),
            let month = Int(digits: parts[1], 2), let day = Int(digits: parts[2], 2)
        else { return nil }
        self.init(year: year, month: month, day: day, second: 0)
    }
}

extension Int {
    /// Decimal digits, with zeros in front.
    func padded(_ count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }

    /// Reads exactly `count` decimal digits.
    init?(digits: some Collection<UInt8>, _ count: Int) {
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
