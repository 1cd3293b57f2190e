import StreamProtocol
import Testing

@testable import StreamCapture

@Suite("What is to be done to pictures")
struct PictureSettingsTests {
    @Test("is a graph in the order of deinterlacing, turning, mirroring and the user's filter")
    func graph() {
        var settings = PictureSettings()
        #expect(settings.isEmpty && settings.graph.isEmpty)
        settings.filter = "hqdn3d"
        settings.flip = .vertical
        settings.rotation = .threeQuarters
        #expect(settings.graph == "transpose=dir=cclock,vflip,hqdn3d")
    }

    @Test(
        "has a size that encoders take",
        arguments: ["", "x", "640", "640x", "0x0", "641x360", "8x8", "9000x16", "-2x2", "64x64x64"]
    )
    func sizes(text: String) {
        let error = #expect(throws: CaptureError.self) { try PictureSettings.Size(text) }
        #expect(error?.code == .usage)
    }

    @Test(
        "has rates in every way that people write them",
        arguments: [
            ("30", 30, 1), ("29.97", 30_000, 1001), ("23.976", 24_000, 1001), ("12.5", 12_500, 1000),
            ("60000/1001", 60_000, 1001),
        ]
            as [(String, UInt32, UInt32)]
    )
    func rates(text: String, numerator: UInt32, denominator: UInt32) throws {
        #expect(try Track.Rate(framesPerSecond: text) == Track.Rate(numerator: numerator, denominator: denominator))
    }

    @Test("reads how a container wants pictures to be shown")
    func orientation() {
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

    @Test("leaves out pictures evenly, and takes those after a pause")
    func thinning() throws {
        var thinning = FrameThinning(to: try Track.Rate(framesPerSecond: "20"))
        let taken = (0..<12).filter { thinning.takes(Int64($0) * 33_333) }
        #expect(taken == [0, 2, 3, 5, 6, 8, 9, 11])
        let later: [Int64] = [60_000_000, 60_010_000, 0, 50_000]
        #expect(later.map { thinning.takes($0) } == [true, false, true, true])
    }
}
