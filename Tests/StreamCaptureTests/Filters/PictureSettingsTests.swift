import StreamProtocol
import Testing

@testable import StreamCapture

@Suite struct PictureSettingsTests {
    @Test func `the filter graph deinterlaces, rotates, flips and then applies the user's filter`() {
        var settings = PictureSettings()
        #expect(settings.graph.isEmpty)
        settings.filter = "hqdn3d"
        settings.flip = .vertical
        settings.rotation = .threeQuarters
        #expect(settings.graph == "transpose=dir=cclock,vflip,hqdn3d")
    }

    @Test(
        arguments: ["", "x", "640", "640x", "0x0", "641x360", "8x8", "9000x16", "-2x2", "64x64x64"]
    )
    func `sizes are ones that encoders take`(text: String) {
        let error = #expect(throws: CaptureError.self) { try PictureSettings.Size(text) }
        #expect(error?.code == .usage)
    }

    @Test(
        arguments: [
            ("30", 30, 1), ("29.97", 30_000, 1001), ("23.976", 24_000, 1001), ("12.5", 12_500, 1000),
            ("60000/1001", 60_000, 1001),
        ]
            as [(String, UInt32, UInt32)]
    )
    func `frame rates are read in every usual notation`(text: String, numerator: UInt32, denominator: UInt32) throws {
        #expect(try Track.Rate(framesPerSecond: text) == Track.Rate(numerator: numerator, denominator: denominator))
    }

    @Test func `a container's orientation is read`() {
        let one: Int32 = 65_536
        func matrix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> [Int32] { [a, b, 0, c, d, 0, 5, 7, 1 << 30] }
        #expect(PictureOrientation(displayMatrix: matrix(one, 0, 0, one)) == .upright)
        #expect(PictureOrientation(displayMatrix: matrix(0, one, -one, 0)) == .quarterTurn)
        #expect(PictureOrientation(displayMatrix: matrix(-one, 0, 0, -one)) == .halfTurn)
        #expect(PictureOrientation(displayMatrix: matrix(0, -one, one, 0)) == .threeQuarterTurn)
        #expect(PictureOrientation(displayMatrix: matrix(-one, 0, 0, one)) == .flippedHorizontally)
        #expect(PictureOrientation(displayMatrix: matrix(46_341, 46_341, -46_341, 46_341)) == .upright)
        #expect(PictureOrientation(displayMatrix: []) == .upright)
    }

    @Test func `pictures are dropped evenly, and those after a pause are kept`() throws {
        var rateLimiter = FrameRateLimiter(to: try Track.Rate(framesPerSecond: "20"))
        let taken = (0..<12).filter { rateLimiter.accepts(Int64($0) * 33_333) }
        #expect(taken == [0, 2, 3, 5, 6, 8, 9, 11])
        let later: [Int64] = [60_000_000, 60_010_000, 0, 50_000]
        #expect(later.map { rateLimiter.accepts($0) } == [true, false, true, true])
    }
}
