import Testing

@testable import streamd

@Suite struct FiguresTests {
    @Test(
        arguments: [
            (0, "0"), (812, "812"), (1_000, "1.00k"), (2_410_000, "2.41M"), (24_100_000, "24.1M"), (241e6, "241M"),
            (9.99e12, "9.99T"), (.infinity, "-"), (.nan, "-"),
        ]
    )
    func bitRates(number: Double, text: String) {
        #expect(Figures.bitRate(number) == text)
    }

    @Test(
        arguments: [
            (0, "0ms"), (0.04, "40ms"), (0.9994, "999ms"), (0.9996, "1.0s"), (1.25, "1.3s"), (59.9, "59.9s"),
            (60, "1m00s"), (3_599, "59m59s"), (3_660, "1h01m"), (90_000, "1d1h"), (-1, "0ms"), (.infinity, "-"),
        ]
    )
    func times(seconds: Double, text: String) {
        #expect(Figures.time(seconds) == text)
    }

    @Test(arguments: [(0, "0"), (1_023, "1023"), (1_024, "1.00Ki"), (64 << 20, "64.0Mi"), (Int.max, "8388608Ti")])
    func bytes(count: Int, text: String) {
        #expect(Figures.bytes(count) == text)
    }

    @Test(arguments: [(99_999, "99999"), (123_456, "123k"), (.max, "9223372T"), (-5, "-5")])
    func counts(count: Int, text: String) {
        #expect(Figures.count(count) == text)
    }

    @Test func decimals() {
        #expect(Figures.decimal(29.97, 1) == "30.0")
        #expect(Figures.decimal(1.05, 2) == "1.05")
        #expect(Figures.decimal(-0.001, 2) == "0.00")
        #expect(Figures.decimal(-1.5, 1) == "-1.5")
    }
}
