import H264
import Testing

/// Which pictures a decoder can begin with, and from which on it is right (D.2.8).
struct RecoveryPointTests {
    private static func p(_ frameNum: Int, referenceIDC: UInt8 = 1) -> [UInt8] {
        TestSlice(referenceIDC: referenceIDC, frameNum: frameNum % 16, lsb: 2 * frameNum % 256).nal
    }

    private static func units(_ nals: [[UInt8]], _ sps: TestSPS = TestSPS()) -> [AccessUnitInfo] {
        AccessUnitDetectorTests.starts(nals, sps).units
    }

    /// The indices of access units that have a property.
    private static func indices(_ units: [AccessUnitInfo], _ has: KeyPath<AccessUnitInfo, Bool>) -> [Int] {
        units.indices.filter { units[$0][keyPath: has] }
    }

    @Test(arguments: [
        (TestSEI.recoveryPoint(0), true, false, false),
        (TestSEI.recoveryPoint(0, isExact: false), false, true, true),
        (TestSEI.recoveryPoint(0, isBrokenLink: true), false, true, true),
        (TestSEI.recoveryPoint(3), false, true, false),
        (TestSEI.recoveryPoint(3, isExact: false), false, true, false),
    ])
    func `a recovery point is exact at once, or gradual`(
        _ sei: [UInt8],
        _ isRandomAccess: Bool,
        _ isGradual: Bool,
        _ isRecovered: Bool
    ) throws {
        let unit = try #require(Self.units([sei, Self.p(1)]).first)
        #expect(unit.isRandomAccess == isRandomAccess)
        #expect(unit.isGradual == isGradual)
        #expect(unit.isRecovered == isRecovered)
        #expect(unit.isStart)
    }

    /// The reference picture whose frame_num is that many increments later, also across its wrap at 16.
    @Test(arguments: [1, 13, 15])
    func `pictures are right from the reference picture with the counted frame_num on`(start: Int) {
        let nals = [
            TestSEI.recoveryPoint(3), Self.p(start), Self.p(start + 1), Self.p(start + 2),
            Self.p(start + 3, referenceIDC: 0), Self.p(start + 3), Self.p(start + 4),
        ]
        let units = Self.units(nals)
        #expect(Self.indices(units, \.isGradual) == [0])
        #expect(Self.indices(units, \.isRecovered) == [4])
    }

    /// A decoder that began at the second point would take the end of the first one's recovery for its own.
    @Test func `a recovery point within a recovery is not marked`() {
        let point = TestSEI.recoveryPoint(3)
        let nals = [point, Self.p(1), Self.p(2), point, Self.p(3), point, Self.p(4), point, Self.p(5), Self.p(6)]
        let units = Self.units(nals)
        #expect(Self.indices(units, \.isGradual) == [0, 4])
        #expect(Self.indices(units, \.isRecovered) == [3])
        #expect(units.map { $0.recoveryFrameCount != nil } == [true, false, true, true, true, false])
    }

    @Test func `a random access point ends a recovery`() {
        let point = TestSEI.recoveryPoint(3)
        let nals = [point, Self.p(1), Self.p(2), TestSlice.idr().nal, Self.p(1), Self.p(2), Self.p(3), Self.p(4)]
        let units = Self.units(nals)
        #expect(Self.indices(units, \.isRandomAccess) == [2])
        #expect(Self.indices(units, \.isRecovered).isEmpty)
    }

    /// frame_num counts from 0 after a memory management control operation 5.
    @Test func `a recovery goes on across a reset of frame_num`() {
        let reset = TestSlice(frameNum: 11, lsb: 22, hasMMCO5: true).nal
        let units = Self.units([TestSEI.recoveryPoint(3), Self.p(10), reset, Self.p(1), Self.p(2), Self.p(3)])
        #expect(Self.indices(units, \.isRecovered) == [3])
    }

    @Test func `the second field of a frame is no start`() {
        let point = TestSEI.recoveryPoint(0)
        let fields = [
            TestSlice(frameNum: 1, field: .some(.top), lsb: 2).nal,
            TestSlice(frameNum: 1, field: .some(.bottom), lsb: 3).nal,
        ]
        let units = Self.units([point, fields[0], point, fields[1]], TestSPS(frameMbsOnly: false))
        #expect(Self.indices(units, \.isStart) == [0])
    }

    @Test func `an IDR picture whose parameter sets have not come is no start`() {
        for sets in [[], [TestSPS().nal], [TestPPS().nal]] as [[[UInt8]]] {
            var detector = AccessUnitDetector()
            for nal in sets + [TestSlice.idr().nal] { _ = detector.place(nal.span.bytes) }
            #expect(detector.current.isIDR && !detector.current.isStart)
        }
    }

    /// A decoder may be able to read the set.
    @Test func `an IDR picture with an unreadable SPS is a start`() {
        var detector = AccessUnitDetector()
        let nals = [TestSPS.truncated, TestPPS().nal, TestSlice.idr().nal]
        for nal in nals { _ = detector.place(nal.span.bytes) }
        #expect(detector.current.isRandomAccess && detector.current.unreadableSliceCount == 1)
    }
}

/// SEI NAL units to be written.
enum TestSEI {
    static func recoveryPoint(_ count: Int, isExact: Bool = true, isBrokenLink: Bool = false) -> [UInt8] {
        var bits = BitWriter()
        bits.ue(count)
        bits.flag(isExact)
        bits.flag(isBrokenLink)
        bits.u(2, 0)
        return [6, 6, UInt8(bits.bytes.count)] + bits.bytes + [0x80]
    }
}

extension TestSPS {
    /// An SPS with id 0 that ends after its id.
    static let truncated: [UInt8] = [0x67, 77, 0, 30, 0x80]
}
