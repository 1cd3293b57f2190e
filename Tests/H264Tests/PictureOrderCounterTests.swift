import H264
import Testing

/// Picture order count by 8.2.1, through the detector.
struct PictureOrderCounterTests {
    static func counts(_ slices: [TestSlice], _ sps: TestSPS, _ pps: TestPPS = TestPPS()) -> [Int?] {
        AccessUnitDetectorTests.starts(slices.map(\.nal), sps, pps).units.map(\.pictureOrderCount)
    }

    /// Type 0 (8.2.1.1): the low bits wrap both ways; pictures that are not referenced do not move the window.
    @Test func `picture order count type 0`() {
        let lsbs = [(0, 1), (6, 1), (3, 0), (12, 1), (9, 0), (2, 1), (15, 0), (8, 1), (5, 1)]
        var slices = lsbs.dropFirst().enumerated()
            .map { TestSlice(referenceIDC: UInt8($1.1), frameNum: ($0 + 1) % 16, lsb: $1.0, lsbBits: 4) }
        var idr = TestSlice.idr()
        idr.lsbBits = 4
        slices.insert(idr, at: 0)
        #expect(Self.counts(slices, TestSPS(order: .lsb(bits: 4))) == [0, 6, 3, 12, 9, 18, 15, 24, 21])
    }

    /// A frame's count is the smaller of its fields' (8-1).
    @Test func `the smaller count of two fields is the picture's`() {
        var idr = TestSlice.idr(lsb: 1)
        idr.deltaBottom = -1
        let slices = [idr, TestSlice(frameNum: 1, lsb: 4, deltaBottom: 1)]
        #expect(Self.counts(slices, TestSPS(), TestPPS(hasBottomFieldOrder: true)) == [0, 4])
    }

    /// Operation 5: the picture becomes 0 and what follows counts from it (8.2.1).
    @Test func `memory management operation 5 sets the count to 0`() {
        let slices = [
            TestSlice.idr(), TestSlice(frameNum: 1, lsb: 100), TestSlice(frameNum: 2, lsb: 104, hasMMCO5: true),
            TestSlice(frameNum: 1, lsb: 4), TestSlice(referenceIDC: 0, frameNum: 2, lsb: 254),
        ]
        #expect(Self.counts(slices, TestSPS()) == [0, 100, 0, 4, -2])
    }

    /// Type 1 (8.2.1.2): a cycle of two, over the wrap of frame_num.
    @Test func `picture order count type 1`() {
        let sps = TestSPS(order: .cycle(nonReference: -1, topToBottom: 0, frames: [2, 4]))
        let frames = [(1, true), (2, false), (2, true), (3, true), (15, true), (0, true), (1, false)]
        var idr = TestSlice.idr(lsb: nil)
        idr.delta0 = 0
        let slices = frames.map {
            TestSlice(referenceIDC: $1 ? 1 : 0, frameNum: $0, lsb: nil, delta0: $0 == 3 ? 7 : 0)
        }
        #expect(Self.counts([idr] + slices, sps) == [0, 2, 1, 6, 15, 44, 48, 47])
    }

    /// Type 2 (8.2.1.3): decoding order, with what nothing refers to in between.
    @Test func `picture order count type 2`() {
        let frames = [(1, true), (2, false), (2, true), (15, true), (0, false), (0, true)]
        let slices = frames.map { TestSlice(referenceIDC: $1 ? 1 : 0, frameNum: $0, lsb: nil) }
        let counts = Self.counts([TestSlice.idr(lsb: nil)] + slices, TestSPS(order: .decodingOrder))
        #expect(counts == [0, 2, 3, 4, 30, 31, 32])
    }
}
