import H264
import Testing

struct PictureParameterSetTests {
    @Test func `a PPS has its fields`() throws {
        let test = TestPPS(id: 255, sps: 31, hasBottomFieldOrder: true, hasRedundantPictures: true)
        let pps = try PictureParameterSet(test.nal.span.bytes)
        #expect(pps.id == 255)
        #expect(pps.sequenceParameterSetID == 31)
        #expect(pps.hasBottomFieldPictureOrder)
        #expect(pps.hasRedundantPictureCount)
        #expect(pps.sliceGroupCount == 1)
        #expect(!pps.is8x8TransformAllowed)
    }

    /// slice_group_map_type 0 to 6 (7.3.2.2): what follows is found behind each.
    @Test(arguments: 0...6)
    func `slice groups of every type are read`(_ type: Int) throws {
        let test = TestPPS(
            sliceGroups: { bits in
                bits.ue(2)
                bits.ue(type)
                switch type {
                case 0: for run in [4, 5, 6] { bits.ue(run) }
                case 2: for corner in [0, 5, 6, 7] { bits.ue(corner) }
                case 3, 4, 5:
                    bits.flag(true)
                    bits.ue(9)
                case 6:
                    bits.ue(98)
                    for unit in 0..<99 { bits.u(2, unit % 3) }
                default: break
                }
            },
            hasRedundantPictures: true
        )
        let pps = try PictureParameterSet(test.nal.span.bytes)
        #expect(pps.sliceGroupCount == 3)
        #expect(pps.hasRedundantPictureCount)
    }

    /// transform_8x8_mode_flag is there only if more_rbsp_data().
    @Test(arguments: [false, true])
    func `the 8x8 transform flag is read`(_ isAllowed: Bool) throws {
        let test = TestPPS(tail: { bits in
            bits.flag(isAllowed)
            bits.flag(false)
            bits.se(2)
        })
        #expect(try PictureParameterSet(test.nal.span.bytes).is8x8TransformAllowed == isAllowed)
    }

    @Test(arguments: [[], [0, 0], [0, 0, 0, 0], [0, 0, 0, 1]] as [[UInt8]])
    func `bytes behind a PPS do not become part of it`(_ tail: [UInt8]) throws {
        let pps = try PictureParameterSet((TestPPS().nal + tail).span.bytes)
        #expect(!pps.is8x8TransformAllowed)
    }

    @Test(arguments: [TestPPS(id: 256), TestPPS(sps: 32), TestPPS(sliceGroups: { $0.ue(8) })])
    func `values out of range are refused`(_ test: TestPPS) {
        #expect { try PictureParameterSet(test.nal.span.bytes) } throws: { ($0 as? H264Error)?.code == .outOfRange }
    }
}

struct ParameterSetsTests {
    @Test func `parameter sets are remembered by id`() throws {
        var sets = ParameterSets()
        for id in [0, 31, 7, 0] { try sets.remember(TestSPS(id: id).nal.span.bytes) }
        try sets.remember(TestSPS(header: 0x6f, id: 7, widthInMbs: 9).nal.span.bytes)
        try sets.remember(TestPPS(id: 255, sps: 31).nal.span.bytes)
        try sets.remember([0x09, 0xf0].span.bytes)
        #expect(sets.allSPS.map(\.value.id) == [0, 7, 31])
        #expect(sets.allPPS.map(\.bytes) == [TestPPS(id: 255, sps: 31).nal])
        #expect(sets.subsetSPS(7)?.value.codedSize.width == 144)
        #expect(sets.sps(7)?.value.codedSize.width == 32)
        #expect((sets.sps(-1)?.bytes) == nil)
        #expect((sets.sps(32)?.bytes) == nil)
        #expect((sets.pps(256)?.bytes) == nil)
    }

    @Test func `a broken parameter set leaves the old one`() throws {
        var sets = ParameterSets()
        try sets.remember(TestSPS().nal.span.bytes)
        #expect(throws: H264Error.self) { try sets.remember(TestSPS(referenceFrames: 17).nal.span.bytes) }
        let large = TestSPS().nal + [UInt8](repeating: 1, count: ParameterSets.maximumSize)
        #expect(throws: H264Error.self) { try sets.remember(large.span.bytes) }
        #expect(sets.sps(0)?.bytes == TestSPS().nal)
    }
}
