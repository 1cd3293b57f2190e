import H264
import TestSupport
import Testing

struct SliceHeaderTests {
    static func sets(_ sps: TestSPS = TestSPS(), _ pps: TestPPS = TestPPS()) throws -> ParameterSets {
        var sets = ParameterSets()
        try sets.remember(sps.nal.span.bytes)
        try sets.remember(pps.nal.span.bytes)
        return sets
    }

    @Test func `the header of an IDR slice`() throws {
        let slice = try SliceHeader(TestSlice.idr(65_535, lsb: 3).nal.span.bytes, try Self.sets())
        #expect(slice.isIDR)
        #expect(slice.idrPictureID == 65_535)
        #expect(slice.pictureOrderCountLsb == 3)
        #expect(slice.start.type == .i)
        #expect(slice.structure == .frame)
    }

    @Test func `the header of a field's slice`() throws {
        let sps = TestSPS(log2MaxFrameNum: 9, order: .lsb(bits: 12), frameMbsOnly: false)
        var test = TestSlice(frameNum: 300, log2MaxFrameNum: 9, field: .some(.bottom), lsb: 4_000, lsbBits: 12)
        let slice = try SliceHeader(test.nal.span.bytes, try Self.sets(sps))
        #expect(slice.structure == .bottomField)
        #expect(slice.frameNum == 300)
        #expect(slice.pictureOrderCountLsb == 4_000)
        (test.field, test.deltaBottom) = (.some(nil), -5)
        let frame = try SliceHeader(test.nal.span.bytes, try Self.sets(sps, TestPPS(hasBottomFieldOrder: true)))
        #expect(frame.structure == .frame)
        #expect(frame.deltaPictureOrderCountBottom == -5)
    }

    /// The way to the marking leads through everything that precedes it: list modification, weights (7.3.3.1, 7.3.3.2).
    @Test(arguments: [0, 1], [true, false])
    func `reference picture marking is found behind the reference lists`(_ sliceType: Int, isMonochrome: Bool) throws {
        let sps = TestSPS(profile: 100, chroma: (isMonochrome ? 0 : 1, false, 8))
        let pps = TestPPS(isWeighted: true, bipredictionIDC: 1)
        var test = TestSlice(sliceType: sliceType, hasMMCO5: true)
        test.references = { bits in
            if sliceType == 1 { bits.flag(true) }
            bits.flag(true)
            for _ in 0...sliceType { bits.ue(1) }  // two active references
            for _ in 0...sliceType {
                bits.flag(true)
                for value in [0, 7, 2, 1, 3] { bits.ue(value) }
            }
            for _ in 0..<(isMonochrome ? 1 : 2) { bits.ue(5) }
            for reference in 0..<(2 * (sliceType + 1)) {
                bits.flag(reference == 0)
                if reference == 0 { for value in [-128, 127] { bits.se(value) } }
                if isMonochrome { continue }
                bits.flag(reference == 1)
                if reference == 1 { for value in [1, -2, 3, -4] { bits.se(value) } }
            }
        }
        #expect(try SliceHeader(test.nal.span.bytes, try Self.sets(sps, pps)).hasMMCO5)
        test.hasMMCO5 = false
        #expect(try !SliceHeader(test.nal.span.bytes, try Self.sets(sps, pps)).hasMMCO5)
    }

    @Test func `the header of a colour plane's slice`() throws {
        let sps = TestSPS(profile: 244, chroma: (3, true, 8))
        let slice = try SliceHeader(TestSlice(colourPlane: 2, frameNum: 9).nal.span.bytes, try Self.sets(sps))
        #expect(slice.colourPlane == 2)
        #expect(slice.frameNum == 9)
    }

    @Test func `a slice without its parameter sets is an error`() throws {
        let slice = TestSlice.idr().nal
        var sets = ParameterSets()
        let isMissing = { (error: any Error) in (error as? H264Error)?.code == .missingParameterSet }
        #expect { try SliceHeader(slice.span.bytes, sets) } throws: { isMissing($0) }
        try sets.remember(TestPPS(sps: 3).nal.span.bytes)
        #expect { try SliceHeader(slice.span.bytes, sets) } throws: { isMissing($0) }
        try sets.remember(TestSPS(id: 3).nal.span.bytes)
        #expect(try SliceHeader(slice.span.bytes, sets).sequenceParameterSetID == 3)
    }

    /// Slice extensions have three more header bytes (7.3.1).
    @Test(arguments: [(1, "01"), (20, "7480000f"), (21, "758000"), (21, "75000000")])
    func `the start of a slice header is read without parameter sets`(_ type: UInt8, header: String) throws {
        var bits = BitWriter()
        for value in [99, 6, 200] { bits.ue(value) }
        let nal = [UInt8](hex: header) + bits.nal(0).dropFirst()
        let start = try SliceStart(nal.span.bytes)
        #expect((start.firstMacroblock, start.type, start.pictureParameterSetID) == (99, .b, 200))
    }
}

struct SEIMessageTests {
    static func messages(_ hex: String) throws -> [SEIMessage] {
        let nal = [UInt8](hex: hex)
        var reader = SEIMessage.Reader()
        var messages: [SEIMessage] = []
        while let message = try reader.next(in: nal.span.bytes) { messages.append(message) }
        return messages
    }

    /// A recovery point behind user data that holds an emulation prevention byte.
    @Test func `several messages in one unit are read`() throws {
        let hex = "06 05 04 000003 00ff 06 02 9a80 80"
        let messages = try Self.messages(hex)
        #expect(messages.map(\.payloadType) == [.userDataUnregistered, .recoveryPoint])
        #expect(messages.map(\.payloadSize) == [4, 2])
        #expect(messages.map(\.payloadType.description) == ["user_data_unregistered", "recovery_point"])
        let point = try messages[1].recoveryPoint(in: [UInt8](hex: hex).span.bytes)
        // 1 0 0 11…: recovery_frame_cnt 0, not exact, not broken.
        #expect(point == RecoveryPoint(frameCount: 0, isExactMatch: false, isBrokenLink: false))
        #expect(throws: H264Error.self) { try messages[0].recoveryPoint(in: [UInt8](hex: hex).span.bytes) }
    }

    @Test func `long types and sizes are read`() throws {
        let payload = String(repeating: "11", count: 300)
        let messages = try Self.messages("06 ff01 ff2d" + payload + "80")
        #expect(messages.map(\.payloadType.rawValue) == [256])
        #expect(messages.map(\.payloadSize) == [300])
    }

    @Test(arguments: ["06 05 04 01 80", "06 ff", "06 05 ffffffffff00 80"])
    func `truncated messages are refused`(_ hex: String) {
        #expect(throws: H264Error.self) { try Self.messages(hex) }
    }

    @Test(arguments: ["06", "06 80", "06 8000"])
    func `a unit without messages has none`(_ hex: String) throws {
        #expect(try Self.messages(hex).isEmpty)
    }
}
