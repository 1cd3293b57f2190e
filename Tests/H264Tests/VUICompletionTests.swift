import H264
import Testing

@Suite struct VUICompletionTests {
    /// A Constrained Baseline SPS of 320x180, without cropping and up to the VUI.
    private func sps(_ vui: (inout BitWriter) -> Void) -> [UInt8] {
        var bits = BitWriter()
        bits.u(8, 66)
        bits.u(8, 0xC0)
        bits.u(8, 30)
        bits.ue(0)  // seq_parameter_set_id
        bits.ue(0)  // log2_max_frame_num_minus4
        bits.ue(2)  // pic_order_cnt_type
        bits.ue(1)  // max_num_ref_frames
        bits.flag(false)
        bits.ue(19)
        bits.ue(11)
        bits.flag(true)  // frame_mbs_only_flag
        bits.flag(true)  // direct_8x8_inference_flag
        bits.flag(false)  // frame_cropping_flag
        vui(&bits)
        return bits.nal(0x67)
    }

    private let completion = VUICompletion(framesPerSecond: (30, 1), maxReorderFrames: 0)

    private func completed(_ nal: [UInt8]) throws -> SequenceParameterSet? {
        guard let bytes = try completion.completing(nal.span.bytes) else { return nil }
        let whole = try SequenceParameterSet(bytes.span.bytes)
        // What it says must not depend on where it is cut off.
        #expect(whole.vui?.isComplete == true)
        return whole
    }

    private func expectWhole(_ nal: [UInt8]) throws {
        let before = try SequenceParameterSet(nal.span.bytes)
        let after = try #require(try completed(nal))
        #expect(after.vui?.bitstreamRestriction?.maxReorderFrames == 0)
        #expect(after.vui?.bitstreamRestriction?.maxDecodedFrameBuffering == 1)
        #expect(after.codedSize == before.codedSize && after.profile == before.profile)
        #expect(after.vui?.videoSignal == before.vui?.videoSignal)
        #expect(after.vui?.hasPictureStructure == before.vui?.hasPictureStructure ?? false)
    }

    @Test func `an SPS without VUI gets one`() throws {
        let nal = sps { $0.flag(false) }
        try expectWhole(nal)
        #expect(try completed(nal)?.frameRate?.framesPerSecond == 30)
    }

    @Test func `a VUI without timing and bounds gets both and keeps the rest`() throws {
        let nal = sps { bits in
            bits.flag(true)
            bits.u(2, 0)
            bits.flag(true)  // video_signal_type_present_flag
            bits.u(3, 5)
            bits.flag(true)
            bits.flag(false)
            bits.flag(false)  // chroma_loc_info_present_flag
            bits.u(3, 0)  // timing, NAL HRD, VCL HRD
            bits.flag(true)  // pic_struct_present_flag
            bits.flag(false)
        }
        try expectWhole(nal)
        #expect(try completed(nal)?.frameRate?.framesPerSecond == 30)
        #expect(try completed(nal)?.vui?.hasPictureStructure == true)
    }

    @Test func `timing that is there is kept, and zero bytes in it are escaped`() throws {
        let nal = sps { bits in
            bits.flag(true)
            bits.u(4, 0)
            bits.flag(true)
            bits.u(32, 1)
            bits.u(32, 50)
            bits.flag(true)
            bits.u(2, 0)
            bits.flag(false)
            bits.flag(false)
        }
        try expectWhole(nal)
        #expect(try completed(nal)?.frameRate?.framesPerSecond == 25)
    }

    @Test func `a complete VUI is left as it is`() throws {
        let whole = try #require(try completion.completing(sps { $0.flag(false) }.span.bytes))
        #expect(try completion.completing(whole.span.bytes) == nil)
        let silent = VUICompletion(framesPerSecond: (UInt32.max, 1), maxReorderFrames: nil)
        #expect(try silent.completing(sps { $0.flag(false) }.span.bytes) == nil)
    }

    @Test func `what is not an SPS throws`() {
        #expect(throws: H264Error.self) { try completion.completing([0x68, 0x80].span.bytes) }
        #expect(throws: H264Error.self) { try completion.completing([0x67, 66].span.bytes) }
    }

    @Test func `a damaged SPS is refused, left as it is, or stays readable`() throws {
        let whole = sps { $0.flag(false) }
        for position in 1..<(whole.count * 8) {
            var damaged = whole
            damaged[position / 8] ^= 0x80 >> UInt8(position % 8)
            guard let bytes = try? completion.completing(damaged.span.bytes) else { continue }
            #expect(throws: Never.self) { try SequenceParameterSet(bytes.span.bytes) }
        }
    }
}
