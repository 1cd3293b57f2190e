import H264
import TestSupport
import Testing

struct SequenceParameterSetTests {
    /// Annex A.2, with the constraint flags that change a name.
    @Test(arguments: [
        (66, 0x00, "Baseline"), (66, 0x40, "Constrained Baseline"), (66, 0xc0, "Constrained Baseline"),
        (77, 0x40, "Main"),
        (88, 0, "Extended"), (100, 0, "High"), (100, 0x08, "Progressive High"), (100, 0x0c, "Constrained High"),
        (110, 0, "High 10"), (110, 0x10, "High 10 Intra"), (122, 0, "High 4:2:2"), (122, 0x10, "High 4:2:2 Intra"),
        (244, 0, "High 4:4:4 Predictive"), (244, 0x10, "High 4:4:4 Intra"), (44, 0x10, "CAVLC 4:4:4 Intra"),
        (83, 0, "Scalable Baseline"), (86, 0, "Scalable High"), (118, 0, "Multiview High"), (128, 0, "Stereo High"),
        (1, 0, "profile_idc 1"),
    ])
    func `profiles have names`(_ idc: UInt8, flags: UInt8, name: String) {
        #expect(H264Profile(idc: idc, constraintFlags: flags).name == name)
    }

    /// A.3.4: level 1b, which is written in two ways.
    @Test(arguments: [
        (10, 66, 0, "1"), (11, 66, 0x10, "1b"), (11, 66, 0, "1.1"), (9, 100, 0, "1b"), (11, 100, 0x10, "1.1"),
        (31, 100, 0, "3.1"), (40, 77, 0, "4"), (62, 100, 0, "6.2"),
    ])
    func `levels have names`(_ idc: UInt8, profile: UInt8, flags: UInt8, name: String) {
        #expect(H264Level(idc: idc, profile: H264Profile(idc: profile, constraintFlags: flags)).name == name)
    }

    /// Crop units (7-19 to 7-22): by chroma format, separate planes, and fields.
    @Test(
        arguments: [
            (nil, true, 2, 2), (nil, false, 2, 4), ((0, false, 8), true, 1, 1), ((1, false, 8), true, 2, 2),
            ((2, false, 8), true, 2, 1), ((2, false, 10), false, 2, 2), ((3, false, 8), true, 1, 1),
            ((3, true, 14), true, 1, 1),
        ] as [((Int, Bool, Int)?, Bool, Int, Int)]
    )
    func `cropping counts in units of the chroma format`(
        _ chroma: (Int, Bool, Int)?,
        frameMbsOnly: Bool,
        unitX: Int,
        unitY: Int
    ) throws {
        var test = TestSPS(frameMbsOnly: frameMbsOnly, cropping: [1, 2, 0, 3])
        if let chroma {
            test.profile = 244
            test.chroma = chroma
        }
        let sps = try SequenceParameterSet(test.nal.span.bytes)
        #expect(sps.codedSize == SequenceParameterSet.Size(width: 32, height: frameMbsOnly ? 32 : 64))
        #expect(sps.croppedSize.width == 32 - 3 * unitX)
        #expect(sps.croppedSize.height == sps.codedSize.height - 3 * unitY)
        #expect(sps.bitDepthLuma == chroma?.2 ?? 8)
        #expect(sps.hasSeparateColourPlanes == chroma?.1 ?? false)
    }

    @Test(arguments: [1, 3])
    func `scaling lists are read over`(_ chroma: Int) throws {
        let test = TestSPS(profile: 244, chroma: (chroma, false, 8), hasScalingLists: true, widthInMbs: 7)
        let sps = try SequenceParameterSet(test.nal.span.bytes)
        #expect(sps.hasScalingMatrix)
        #expect(sps.codedSize.width == 112)
    }

    @Test func `the cycle of picture order count type 1 is read`() throws {
        let test = TestSPS(order: .cycle(nonReference: -3, topToBottom: 1, frames: [2, -4, 70_000]))
        let sps = try SequenceParameterSet(test.nal.span.bytes)
        guard case .cycle(let cycle) = sps.pictureOrderCountType else {
            Issue.record("not type 1")
            return
        }
        #expect(cycle.offsetForNonReference == -3)
        #expect(cycle.offsetForTopToBottom == 1)
        #expect(cycle.offsetsForReferenceFrames == [2, -4, 70_000])
    }

    /// Each limit of 7.4.2.1.1 that is checked, just passed.
    @Test(arguments: [
        TestSPS(id: 32), TestSPS(profile: 100, chroma: (4, false, 8)), TestSPS(profile: 100, chroma: (1, false, 15)),
        TestSPS(log2MaxFrameNum: 17), TestSPS(order: .lsb(bits: 17)), TestSPS(referenceFrames: 17),
        TestSPS(widthInMbs: 1_056),
        TestSPS(heightInMapUnits: 528, frameMbsOnly: false), TestSPS(cropping: [8, 8, 0, 0]),
        TestSPS(cropping: [0, 0, 0, 16]),
        TestSPS(order: .cycle(nonReference: 0, topToBottom: 0, frames: Array(repeating: 0, count: 256))),
    ])
    func `values out of range are refused`(_ test: TestSPS) {
        #expect { try SequenceParameterSet(test.nal.span.bytes) } throws: { ($0 as? H264Error)?.code == .outOfRange }
    }

    @Test(arguments: ["", "67", "6742001e", "68ce3c80", "e742001eab40a0fc80", "0000000167"])
    func `what is not an SPS is refused`(_ hex: String) {
        #expect(throws: H264Error.self) { try SequenceParameterSet([UInt8](hex: hex).span.bytes) }
    }

    @Test func `a subset SPS is read`() throws {
        let sps = try SequenceParameterSet(
            TestSPS(header: 0x6f, profile: 118, id: 5, chroma: (1, false, 8)).nal.span.bytes
        )
        #expect(sps.id == 5)
        #expect(sps.profile.name == "Multiview High")
    }

    /// A VUI that ends early keeps what came: the timing is worth having.
    @Test func `a truncated VUI keeps what was read`() throws {
        let test = TestSPS(vui: { bits in
            bits.u(4, 0)  // no aspect ratio, overscan, video signal, chroma location
            bits.flag(true)
            bits.u(32, 1)
            bits.u(32, 50)
            bits.flag(true)
        })
        let sps = try SequenceParameterSet(test.nal.span.bytes)
        #expect(sps.vui?.isComplete == false)
        #expect(sps.frameRate?.framesPerSecond == 25)
    }

    /// Table A-1 and E.2.1: how deep pictures may be reordered.
    @Test func `the level bounds the reordering`() throws {
        var test = TestSPS(level: 10, widthInMbs: 11, heightInMapUnits: 9)
        #expect(try SequenceParameterSet(test.nal.span.bytes).maxReorderFrames == 4)
        test.level = 62
        #expect(try SequenceParameterSet(test.nal.span.bytes).maxReorderFrames == 16)
        test.profile = 66
        #expect(try SequenceParameterSet(test.nal.span.bytes).maxReorderFrames == 0)
        (test.profile, test.order) = (77, .decodingOrder)
        #expect(try SequenceParameterSet(test.nal.span.bytes).maxReorderFrames == 0)
        (test.profile, test.flags, test.chroma, test.order) = (122, 0x10, (2, false, 10), .lsb(bits: 4))
        #expect(try SequenceParameterSet(test.nal.span.bytes).maxReorderFrames == 0)
        test.vui = { bits in
            bits.u(7, 0)
            bits.flag(false)  // pic_struct_present_flag
            bits.flag(true)
            bits.flag(true)
            for value in [2, 1, 16, 16, 3, 4] { bits.ue(value) }
        }
        #expect(try SequenceParameterSet(test.nal.span.bytes).maxReorderFrames == 3)
    }
}

extension TestSPS: CustomTestStringConvertible {
    var testDescription: String { nal.map { String($0, radix: 16) }.joined(separator: " ") }
}
