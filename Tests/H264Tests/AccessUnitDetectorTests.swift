import H264
import Testing

/// Which NAL units begin an access unit (7.4.1.2.3), and which slices a picture (7.4.1.2.4).
struct AccessUnitDetectorTests {
    /// The NAL units that begin access units, after an SPS and a PPS as units 0 and 1.
    static func starts(
        _ nals: [[UInt8]],
        _ sps: TestSPS = TestSPS(),
        _ pps: TestPPS = TestPPS()
    ) -> (starts: [Int], units: [AccessUnitInfo]) {
        var detector = AccessUnitDetector()
        var (starts, units, undecided) = ([Int](), [AccessUnitInfo](), 0)
        for (index, nal) in ([sps.nal, pps.nal] + nals).enumerated() {
            switch detector.place(nal.span.bytes) {
            case .current: undecided = 0
            case .undecided: undecided += 1
            case .next(let finished):
                starts.append(index - undecided)
                undecided = 0
                if let finished { units.append(finished) }
            }
        }
        if let last = detector.finish() { units.append(last) }
        return (starts, units)
    }

    static let idr = TestSlice.idr().nal

    /// Non-VCL NAL units after the last slice: 6 to 9 and 14 to 18 begin an access unit, others do not.
    @Test(arguments: [
        (6, true), (7, true), (8, true), (9, true), (10, false), (11, false), (12, false), (13, false), (15, true),
        (16, true), (17, true), (18, true), (19, false), (20, false), (21, false), (22, false), (0, false), (31, false),
    ])
    func `a non-VCL unit begins an access unit or belongs to the last`(_ type: UInt8, begins: Bool) {
        let nal: [UInt8] = [type, 0x80]
        #expect(Self.starts([Self.idr, nal]).starts == (begins ? [0, 3] : [0]))
        if (19...21).contains(type) { return }
        #expect(Self.starts([nal, Self.idr]).starts == [0], "before the first slice nothing begins one")
    }

    @Test func `only the first of several units begins an access unit`() {
        let slice = TestSlice(frameNum: 1, lsb: 2).nal
        let result = Self.starts([Self.idr, [9, 0xf0], TestPPS().nal, [6, 5, 0, 0x80], slice])
        #expect(result.starts == [0, 3])
        #expect(result.units.map(\.nalUnitCount) == [3, 4])
        #expect(result.units.map(\.hasDelimiter) == [false, true])
        #expect(result.units.map(\.hasSPS) == [true, false])
        #expect(result.units.map(\.hasPPS) == [true, true])
    }

    /// Each comparison of 7.4.1.2.4, against a slice of frame_num 1 and count 2.
    @Test(arguments: [
        (TestSlice(firstMacroblock: 1, frameNum: 1, lsb: 2), false),
        (TestSlice(referenceIDC: 3, firstMacroblock: 1, frameNum: 1, lsb: 2), false),
        (TestSlice(firstMacroblock: 1, sliceType: 2, frameNum: 1, lsb: 2), false),
        (TestSlice(firstMacroblock: 1, frameNum: 2, lsb: 2), true),
        (TestSlice(referenceIDC: 0, firstMacroblock: 1, frameNum: 1, lsb: 2), true),
        (TestSlice(firstMacroblock: 1, frameNum: 1, lsb: 4), true),
        (TestSlice(type: .idrSlice, firstMacroblock: 1, sliceType: 2, frameNum: 1, lsb: 2), true),
        (TestSlice(firstMacroblock: 1, frameNum: 1, lsb: 2, hasMMCO5: true), true),
        (TestSlice(firstMacroblock: 0, frameNum: 1, lsb: 2), true),
    ])
    func `a slice begins a picture or continues it`(_ second: TestSlice, begins: Bool) {
        let first = TestSlice(frameNum: 1, lsb: 2).nal
        #expect(Self.starts([Self.idr, first, second.nal]).starts == (begins ? [0, 3, 4] : [0, 3]))
    }

    @Test func `another picture parameter set begins a picture`() {
        let second = TestPPS(id: 1).nal
        let slices = [TestSlice.idr().nal, TestSlice(type: .idrSlice, firstMacroblock: 1, sliceType: 2, pps: 1).nal]
        #expect(Self.starts([second] + slices).starts == [0, 4])
    }

    @Test func `another idr_pic_id begins a picture`() {
        let slices = [0, 1].map { TestSlice(type: .idrSlice, firstMacroblock: $0, sliceType: 2, idrPictureID: $0).nal }
        #expect(Self.starts(slices).starts == [0, 3])
    }

    @Test func `another delta_pic_order_cnt begins a picture`() {
        let sps = TestSPS(order: .cycle(nonReference: 0, topToBottom: 0, frames: [2]))
        let slices = [0, 0, 1].enumerated()
            .map { TestSlice(firstMacroblock: $0, frameNum: 1, lsb: nil, delta0: $1).nal }
        #expect(Self.starts(slices, sps).starts == [0, 4])
    }

    /// Two fields are two access units, paired by 3.30 and 3.31.
    @Test func `two fields are two access units and one frame`() {
        let slices = [
            TestSlice(type: .idrSlice, sliceType: 2, field: .some(.top)),
            TestSlice(field: .some(.bottom), lsb: 1),
            TestSlice(frameNum: 1, field: .some(.bottom), lsb: 3),
            TestSlice(frameNum: 1, field: .some(.top), lsb: 2),
            TestSlice(referenceIDC: 0, frameNum: 2, field: .some(.top), lsb: 4),
            TestSlice(referenceIDC: 0, frameNum: 3, field: .some(.bottom), lsb: 5),
            TestSlice(referenceIDC: 1, frameNum: 3, field: .some(.top), lsb: 6),
        ]
        let result = Self.starts(slices.map(\.nal), TestSPS(frameMbsOnly: false))
        #expect(result.starts == [0, 3, 4, 5, 6, 7, 8])
        #expect(result.units.map(\.isSecondField) == [false, true, false, true, false, false, false])
        #expect(result.units.map(\.structure.isField) == Array(repeating: true, count: 7))
    }

    /// redundant_pic_cnt over 0: never a new picture, whatever else differs.
    @Test func `redundant pictures belong to their access unit`() {
        let slices = [
            TestSlice(type: .idrSlice, sliceType: 2, redundantPictureCount: 0),
            TestSlice(type: .idrSlice, sliceType: 2, redundantPictureCount: 1),
            TestSlice(frameNum: 1, lsb: 2, redundantPictureCount: 0),
            TestSlice(frameNum: 1, lsb: 2, redundantPictureCount: 1),
        ]
        let result = Self.starts(slices.map(\.nal), TestSPS(), TestPPS(hasRedundantPictures: true))
        #expect(result.starts == [0, 4])
        #expect(result.units.map(\.sliceCount) == [1, 1])
    }

    /// An auxiliary picture and data partitions belong to the primary picture before them.
    @Test func `auxiliary pictures and partitions belong to their access unit`() {
        let partition = TestSlice(type: .partitionA, frameNum: 1, lsb: 2).nal
        let result = Self.starts([Self.idr, [0x13, 0x80], partition, [0x23, 0x80], [0x24, 0x80], [0x13, 0x80]])
        #expect(result.starts == [0, 4])
        #expect(result.units.map(\.nalUnitCount) == [4, 4])
    }

    /// Separate colour planes: three slices with first_mb_in_slice 0 are one picture (7.4.2.1.1).
    @Test func `separate colour planes are one picture`() {
        let sps = TestSPS(profile: 244, chroma: (3, true, 8))
        let slices = (0..<6).map { TestSlice(colourPlane: $0 % 3, frameNum: $0 / 3 + 1, lsb: $0 / 3 * 2).nal }
        #expect(Self.starts(slices, sps).starts == [0, 5])
    }

    /// A prefix NAL unit belongs to the slice that follows it, also between slices of one picture.
    @Test func `a prefix unit belongs to the slice that follows it`() {
        let prefix: [UInt8] = [0x6e, 0x80, 0x80, 0x0f]
        let second = TestSlice(type: .idrSlice, firstMacroblock: 1, sliceType: 2).nal
        let next = TestSlice(frameNum: 1, lsb: 2).nal
        let result = Self.starts([prefix, Self.idr, prefix, second, [0x74, 0x80, 0x80, 0x0f, 0xff], prefix, next])
        #expect(result.starts == [0, 7])
        #expect(result.units.map(\.nalUnitCount) == [7, 2])
        #expect(result.units.map(\.sliceCount) == [2, 1])
        #expect(Self.starts([Self.idr, prefix]).units.map(\.nalUnitCount) == [4])
        #expect(Self.starts([Self.idr, prefix, [9, 0xf0], next]).starts == [0, 3])
    }

    /// The same idr_pic_id again, and an end of sequence between two equal headers.
    @Test func `slices with equal headers begin a picture at macroblock 0`() {
        #expect(Self.starts([Self.idr, Self.idr]).starts == [0, 3])
        let later = TestSlice(type: .idrSlice, firstMacroblock: 1, sliceType: 2).nal
        #expect(Self.starts([Self.idr, later]).starts == [0])
        #expect(Self.starts([Self.idr, [10], later]).starts == [0, 4])
    }

    @Test func `pictures are separated without parameter sets`() {
        var detector = AccessUnitDetector()
        let slices = [0, 1, 2, 0, 1].map { TestSlice(firstMacroblock: $0, lsb: $0).nal }
        var finished: [AccessUnitInfo] = []
        for nal in slices {
            if case .next(let info?) = detector.place(nal.span.bytes) { finished.append(info) }
        }
        finished.append(contentsOf: [detector.finish()].compactMap { $0 })
        #expect(finished.map(\.sliceCount) == [3, 2])
        #expect(finished.map(\.unreadableSliceCount) == [3, 2])
        #expect(finished.map(\.sliceType) == [.p, .p])
        #expect(finished.map(\.frameNum) == [nil, nil])
    }

    @Test func `a recovery point that is not exact at once is a gradual start`() {
        let recovery: [UInt8] = [6, 6, 1, 0b0010_1110, 0x80]  // recovery_frame_cnt 4
        let slices = (1...3).map {
            TestSlice(referenceIDC: $0 == 3 ? 0 : 1, sliceType: $0 % 2, frameNum: $0, lsb: 2 * $0).nal
        }
        let units = Self.starts([slices[0], recovery, slices[1], slices[2]]).units
        #expect(units.map(\.isGradual) == [false, true, false])
        #expect(units.allSatisfy { !$0.isRandomAccess && !$0.isRecovered })
        #expect(units.map(\.followsRandomAccess) == [false, true, true])
        #expect(units.map(\.recoveryFrameCount) == [nil, 4, nil])
        #expect(units.map(\.isReferenced) == [true, true, false])
        #expect(units.map(\.sliceType) == [.b, .p, .b])
    }

    @Test func `an empty stream has no access unit`() {
        var detector = AccessUnitDetector()
        #expect(detector.finish() == nil)
        #expect(detector.place([UInt8]().span.bytes) == .next(finished: nil))
        #expect(detector.place([UInt8]().span.bytes) == .current)
        #expect(detector.finish()?.hasPicture == false)
        #expect(detector.finish() == nil)
    }
}
