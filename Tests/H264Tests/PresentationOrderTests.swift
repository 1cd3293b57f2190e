import H264
import Testing

struct PresentationOrderTests {
    /// Decoding and presentation times of frames, given by type, count, and whether they begin a sequence.
    static func times(_ slices: [TestSlice], _ test: TestSPS) throws -> [PresentationOrder.Times] {
        let sps = try SequenceParameterSet(test.nal.span.bytes)
        var order = PresentationOrder()
        return AccessUnitDetectorTests.starts(slices.map(\.nal), test).units.map { order.times(of: $0, sps) }
    }

    /// A stream that allows `frames` of reordering.
    static func sps(reordering frames: Int) -> TestSPS {
        TestSPS(vui: { bits in
            bits.u(8, 0)
            bits.flag(true)
            bits.flag(true)
            for value in [0, 0, 0, 0, frames, 4] { bits.ue(value) }
        })
    }

    static func frames(_ counts: [Int]) -> [TestSlice] {
        counts.enumerated().map { $1 == 0 ? TestSlice.idr($0 % 2) : TestSlice(frameNum: $0 % 16, lsb: $1 & 255) }
    }

    /// I P B B, with a frame of delay; the next IDR picture follows on.
    @Test func `B-frames are presented in output order`() throws {
        let times = try Self.times(Self.frames([0, 6, 2, 4, 0, 6, 2, 4]), Self.sps(reordering: 1))
        #expect(times.map(\.decode) == [0, 2, 4, 6, 8, 10, 12, 14])
        #expect(times.map(\.presentation) == [2, 8, 4, 6, 10, 16, 12, 14])
    }

    @Test func `without reordering, presentation follows decoding`() throws {
        let slices = Self.frames([0, 2, 4, 0, 2])
        for test in [Self.sps(reordering: 0), TestSPS(profile: 66)] {
            let times = try Self.times(slices, test)
            #expect(times.map(\.decode) == [0, 2, 4, 6, 8])
            #expect(times.map(\.presentation) == [0, 2, 4, 6, 8])
        }
    }

    /// Fields take one period each, and the second of a pair follows the first.
    @Test func `two fields share one frame`() throws {
        var test = Self.sps(reordering: 1)
        test.frameMbsOnly = false
        let counts = [(0, 0), (1, 4), (2, 2)]
        let slices = counts.flatMap { frameNum, count in
            let type: NALUnitType = count == 0 ? .idrSlice : .nonIDRSlice
            let top = TestSlice(type: type, sliceType: 2, frameNum: frameNum, field: .some(.top), lsb: count)
            let bottom = TestSlice(sliceType: 2, frameNum: frameNum, field: .some(.bottom), lsb: count + 1)
            return [top, bottom]
        }
        let times = try Self.times(slices, test)
        #expect(times.map(\.decode) == [0, 1, 2, 3, 4, 5])
        #expect(times.map(\.presentation) == [2, 3, 6, 7, 4, 5])
    }

    /// Encoders that count frames rather than fields: known at the first odd count. Until then frames are too close
    /// together, and one that then comes too late moves what follows; order is never reversed.
    @Test func `picture order counts may advance by one`() throws {
        let times = try Self.times(Self.frames([0, 2, 1, 4, 3, 0, 2, 1, 4, 3]), Self.sps(reordering: 1))
        #expect(times.prefix(5).map(\.presentation) == [2, 4, 4, 11, 9])
        #expect(times.suffix(5).map { $0.presentation - times[5].presentation } == [0, 4, 2, 8, 6])
    }

    @Test func `picture order counts may advance by four`() throws {
        let times = try Self.times(Self.frames([0, 8, 4, 16, 12, 0, 8, 4, 16, 12]), Self.sps(reordering: 1))
        #expect(times.suffix(5).map { $0.presentation - times[5].presentation } == [0, 4, 2, 8, 6])
    }

    /// A lost frame is a gap in presentation; decoding times skip it too at the next IDR picture.
    @Test func `a lost frame is a gap in presentation`() throws {
        let times = try Self.times(Self.frames([0, 2, 6, 0, 2]), Self.sps(reordering: 1))
        #expect(times.map(\.presentation) == [2, 4, 8, 10, 12])
        #expect(times.map(\.decode) == [0, 2, 4, 8, 10])
    }

    /// A jump too large for lost frames: a splice.
    @Test func `a jump too large for lost frames is a splice`() throws {
        let times = try Self.times(Self.frames([0, 2, 4, 120, 122]), Self.sps(reordering: 1))
        #expect(times[3].presentation - times[2].presentation < 20)
        #expect(times[4].presentation - times[3].presentation == 2)
    }
}
