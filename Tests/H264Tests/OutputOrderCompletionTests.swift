import H264
import Testing
import TestSupport

@Suite struct OutputOrderCompletionTests {
    /// An SPS of 320x180, without VUI.
    private func sps(profile: Int, constraints: Int = 0, id: Int = 0, type: Int, width: Int = 20) -> [UInt8] {
        var bits = BitWriter()
        bits.u(8, profile)
        bits.u(8, constraints)
        bits.u(8, 30)
        bits.ue(id)
        if profile == 100 {
            // 4:2:0 of 8 bits, no bypass, no scaling matrix.
            for value in [1, 0, 0] { bits.ue(value) }
            bits.u(2, 0)
        }
        bits.ue(0)  // log2_max_frame_num_minus4
        bits.ue(type)
        if type == 0 { bits.ue(0) }
        if type == 1 {
            // One cycle without a reference frame.
            bits.flag(false)
            for offset in [-2, 0] { bits.se(offset) }
            bits.ue(0)
        }
        bits.ue(1)  // max_num_ref_frames
        bits.flag(false)
        bits.ue(width - 1)
        bits.ue(11)
        bits.flag(true)  // frame_mbs_only_flag
        bits.flag(true)  // direct_8x8_inference_flag
        bits.flag(false)  // frame_cropping_flag
        bits.flag(false)  // vui_parameters_present_flag
        return bits.nal(0x67)
    }

    private func expectOnlyBound(_ completed: [UInt8], _ original: [UInt8]) throws {
        let (before, after) = (
            try SequenceParameterSet(original.span.bytes), try SequenceParameterSet(completed.span.bytes)
        )
        #expect(after.vui?.isComplete == true)
        #expect(after.vui?.bitstreamRestriction?.maxReorderFrames == 0)
        #expect(after.vui?.bitstreamRestriction?.maxDecodedFrameBuffering == before.maxReferenceFrames)
        #expect(after.vui?.timing == before.vui?.timing && after.vui?.nalHRD == before.vui?.nalHRD)
        #expect(after.vui?.videoSignal == before.vui?.videoSignal)
        #expect(after.vui?.sampleAspectRatio == before.vui?.sampleAspectRatio)
        #expect(after.profile == before.profile && after.level == before.level && after.id == before.id)
        #expect(after.codedSize == before.codedSize && after.cropping == before.cropping)
        #expect(after.pictureOrderCountType == before.pictureOrderCountType)
        #expect(after.log2MaxFrameNum == before.log2MaxFrameNum)
        #expect(after.maxReferenceFrames == before.maxReferenceFrames)
    }

    @Test(arguments: [(66, 0, 0), (66, 0x40, 0), (66, 0x40, 2), (77, 0, 2), (100, 0, 2), (100, 0x10, 0)])
    func `a stream that is output as it is decoded says so`(profile: Int, constraints: Int, type: Int) throws {
        let nal = sps(profile: profile, constraints: constraints, type: type)
        var completion = OutputOrderCompletion()
        let replacement = completion.replacement(for: nal.span.bytes)
        let completed = try #require(replacement)
        try expectOnlyBound(completed, nal)
        #expect(completion.replacement(for: completed.span.bytes) == nil)
        #expect(completion.replacement(for: nal.span.bytes) == completed)
    }

    @Test(arguments: [(77, 0), (88, 0), (100, 0), (77, 1)])
    func `a stream that may reorder pictures is left as it is`(profile: Int, type: Int) throws {
        let nal = sps(profile: profile, type: type)
        #expect(try SequenceParameterSet(nal.span.bytes).vui == nil)
        var completion = OutputOrderCompletion()
        #expect(completion.replacement(for: nal.span.bytes) == nil)
    }

    @Test func `what is not an SPS, or cannot be read, is passed on unchanged`() {
        var completion = OutputOrderCompletion()
        for nal in [[], [0x65, 0x88], [0x68, 0x80], [0x67], [0x67, 66, 0, 30], [0x6F, 66, 0, 30, 0xFF]] as [[UInt8]] {
            #expect(completion.replacement(for: nal.span.bytes) == nil)
        }
    }

    @Test func `an SPS that changes, and several SPS in turn, are each completed`() throws {
        var completion = OutputOrderCompletion()
        let sets = [(0, 20), (1, 40), (0, 20), (0, 60), (1, 40), (31, 20)].map { id, width in
            sps(profile: 77, id: id, type: 2, width: width)
        }
        for nal in sets {
            let replacement = completion.replacement(for: nal.span.bytes)
            try expectOnlyBound(try #require(replacement), nal)
        }
        let joined = completion.completed(annexB: AnnexBStream.joined(sets))
        #expect(joined == AnnexBStream.joined(sets.compactMap { completion.replacement(for: $0.span.bytes) }))
    }

    @Test func `bytes behind an SPS do not become part of it`() throws {
        var completion = OutputOrderCompletion()
        let nal = sps(profile: 66, type: 2)
        for tail in [[0], [0, 0, 0], [0, 0, 1], [0, 0, 0, 1]] as [[UInt8]] {
            guard let completed = completion.replacement(for: (nal + tail).span.bytes) else { continue }
            try expectOnlyBound(completed, nal)
        }
    }

    @Test func `a damaged SPS is passed on unchanged or stays readable`() throws {
        let whole = sps(profile: 66, type: 2)
        for position in 1..<(whole.count * 8) {
            var damaged = whole
            damaged[position / 8] ^= 0x80 >> UInt8(position % 8)
            var completion = OutputOrderCompletion()
            guard let completed = completion.replacement(for: damaged.span.bytes) else { continue }
            try expectOnlyBound(completed, damaged)
        }
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: Vectors.entries(".h264"))
    func `an SPS of a real stream gains the bound where it can be proved, and nothing else`(
        _ entry: Vectors.Entry
    ) throws {
        let stream = try Vectors.bytes(entry.file)
        var completion = OutputOrderCompletion()
        var cursor = AnnexBCursor()
        while let unit = cursor.next(in: stream.span.bytes) {
            guard let first = unit.payload.first, stream[first] & 31 == 7 else { continue }
            let nal = Array(stream[unit.payload])
            let completed = completion.replacement(for: nal.span.bytes)
            if let completed { try expectOnlyBound(completed, nal) }
            // What a fuzzer made may end in bits that belong to nothing.
            guard !entry.categories.contains("hostile") else { continue }
            let sps = try SequenceParameterSet(nal.span.bytes)
            let lacks = sps.vui.map { $0.isComplete && $0.bitstreamRestriction == nil } ?? true
            #expect((completed != nil) == (lacks && sps.outputsInDecodingOrder))
        }
    }
}

/// NAL units behind start codes of four bytes.
private enum AnnexBStream {
    static func joined(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }
}
