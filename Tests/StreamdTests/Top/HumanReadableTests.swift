import Testing

@testable import streamd

@Suite struct HumanReadableTests {
    @Test(
        arguments: [
            (0, "0"), (812, "812"), (1_000, "1.00k"), (2_410_000, "2.41M"), (24_100_000, "24.1M"), (241e6, "241M"),
            (9.99e12, "9.99T"), (.infinity, "-"), (.nan, "-"),
        ]
    )
    func `a bit rate has three digits`(number: Double, text: String) {
        #expect(HumanReadable.bitRate(number) == text)
    }

    @Test(
        arguments: [
            (0, "0ms"), (0.04, "40ms"), (0.9994, "999ms"), (0.9996, "1.0s"), (1.25, "1.3s"), (59.9, "59.9s"),
            (60, "1m00s"), (3_599, "59m59s"), (3_660, "1h01m"), (90_000, "1d1h"), (-1, "0ms"), (.infinity, "-"),
        ]
    )
    func `a time has its unit`(seconds: Double, text: String) {
        #expect(HumanReadable.time(seconds) == text)
    }

    @Test(arguments: [(0, "0"), (1_023, "1023"), (1_024, "1.00Ki"), (64 << 20, "64.0Mi"), (Int.max, "8388608Ti")])
    func `a byte count has a binary unit`(count: Int, text: String) {
        #expect(HumanReadable.bytes(count) == text)
    }

    @Test(arguments: [(99_999, "99999"), (123_456, "123k"), (.max, "9223372T"), (-5, "-5")])
    func `a count has at most five digits`(count: Int, text: String) {
        #expect(HumanReadable.count(count) == text)
    }

    @Test func `a decimal is rounded`() {
        #expect(HumanReadable.decimal(29.97, 1) == "30.0")
        #expect(HumanReadable.decimal(1.05, 2) == "1.05")
        #expect(HumanReadable.decimal(-0.001, 2) == "0.00")
        #expect(HumanReadable.decimal(-1.5, 1) == "-1.5")
    }
}
