import Foundation
import StreamAccess
import Testing

@Suite struct TimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01", 0), ("2000-02-29", 951_782_400),
            ("2027-01-01T00:00:00Z", 1_798_761_600), ("2027-01-01t00:00:00z", 1_798_761_600),
            ("2027-01-01T02:00:00+02:00", 1_798_761_600), ("2026-12-31T18:30:00-05:30", 1_798_761_600),
            ("2027-01-01T00:00:00.999Z", 1_798_761_600), ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("2100-03-01", 4_107_542_400),
        ]
    )
    func `a time of RFC 3339 is read`(text: String, seconds: Double) {
        #expect(Timestamp.parse(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        arguments: [
            "", "2027", "2027-1-1", "2027-13-01", "2027-00-01", "2027-02-30", "2100-02-29", "2027-04-31", "2027-01-00",
            "2027-01-01T00:00:00", "2027-01-01T24:00:00Z", "2027-01-01T00:60:00Z", "2027-01-01T00:00:61Z",
            "2027-01-01T00:00:00.Z", "2027-01-01T00:00:00Zx", "2027-01-01T00:00:00+0200", "2027-01-01T00:00:00+24:00",
            "2027-01-01 00:00:00Z", " 2027-01-01", "+027-01-01", "99999-01-01", "2027-01-01T00:00Z", "２０２７-01-01",
            "1969-12-31", "1970-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "0027-01-01",
        ]
    )
    func `anything else is not a time`(text: String) {
        #expect(Timestamp.parse(text) == nil)
    }

    @Test func `every day of four centuries is written as it was read`() throws {
        for day in stride(from: 0, to: 400 * 366, by: 13) {
            let time = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_199)
            #expect(Timestamp.parse(Timestamp.text(time)) == time)
        }
    }

    @Test(arguments: [-1e300, 1e300, .infinity, -Double.infinity])
    func `a time beyond year 9999 can be written`(seconds: Double) {
        #expect(Timestamp.parse(Timestamp.text(Date(timeIntervalSince1970: seconds))) != nil)
    }
}
