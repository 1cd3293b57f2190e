import H264
import Testing
import TestSupport

/// SPS of real cameras and files, against what two independent parsers say of them.
@Suite(.enabled(if: Vectors.present, "\(Vectors.missing)"))
struct ParameterSetVectorTests {
    struct Collection: Decodable {
        let sps: [Entry]
        let quirks: [Quirk]
    }

    struct Entry: Decodable, Sendable, CustomTestStringConvertible {
        let sps: String
        let pps: String?
        let expect: Expectation
        let ffprobe: FFprobe
        var testDescription: String { sps }
    }

    struct FFprobe: Decodable, Sendable {
        let profile: String
    }

    struct Expectation: Decodable, Sendable {
        let profile_idc, constraint_flags, level_idc, sps_id, chroma_format_idc, bit_depth_luma: Int
        let log2_max_frame_num, pic_order_cnt_type, max_num_ref_frames, gaps_in_frame_num_allowed: Int
        let coded_width, coded_height, frame_mbs_only, mbaff, width, height, vui, hrd: Int
        let crop_lrtb: [Int]?
        let num_units_in_tick, time_scale, fixed_frame_rate: Int?
        let fps: Double?
        let codec_string: String
        let max_num_reorder_frames, max_dec_frame_buffering, pic_struct_present, full_range: Int?
        let sar: AspectRatio?
        let colour: [Int]?
    }

    /// aspect_ratio_idc, or a ratio that is written out.
    struct AspectRatio: Decodable, Sendable {
        let idc: Int
        let ratio: [Int]?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            ratio = try? container.decode([Int].self)
            idc = try ratio == nil ? container.decode(Int.self) : 255
        }
    }

    struct Quirk: Decodable, Sendable, CustomTestStringConvertible {
        struct Expectation: Decodable, Sendable {
            let profile_idc, level_idc, width, height: Int
        }
        let sps: String
        let what: String
        let lenient_expect: Expectation?
        var testDescription: String { what }
    }

    static let collection = try? Vectors.json("sps.json", as: Collection.self)

    @Test(arguments: collection?.sps ?? [])
    func `sequence parameter sets agree with the reference figures`(_ entry: Entry) throws {
        let sps = try SequenceParameterSet([UInt8](hex: entry.sps).span.bytes)
        let expected = entry.expect
        #expect(Int(sps.profile.idc) == expected.profile_idc)
        #expect(Int(sps.profile.constraintFlags) == expected.constraint_flags)
        #expect(sps.profile.name == entry.ffprobe.profile)
        #expect(Int(sps.level.idc) == expected.level_idc)
        #expect(sps.id == expected.sps_id)
        #expect(Int(sps.chromaFormat.rawValue) == expected.chroma_format_idc)
        #expect(sps.bitDepthLuma == expected.bit_depth_luma)
        #expect(sps.log2MaxFrameNum == expected.log2_max_frame_num)
        let type =
            switch sps.pictureOrderCountType {
            case .coded: 0
            case .cycle: 1
            case .decodingOrder: 2
            }
        #expect(type == expected.pic_order_cnt_type)
        #expect(sps.maxReferenceFrames == expected.max_num_ref_frames)
        #expect(sps.allowsGapsInFrameNum == (expected.gaps_in_frame_num_allowed == 1))
        #expect(sps.isFrameMbsOnly == (expected.frame_mbs_only == 1))
        #expect(sps.isMacroblockAdaptive == (expected.mbaff == 1))
        #expect(sps.codecString == expected.codec_string)
        #expect(sps.codedSize == SequenceParameterSet.Size(width: expected.coded_width, height: expected.coded_height))
        #expect(sps.croppedSize == SequenceParameterSet.Size(width: expected.width, height: expected.height))
        #expect(sps.cropping.map { [$0.left, $0.right, $0.top, $0.bottom] } == expected.crop_lrtb)
    }

    @Test(arguments: collection?.sps ?? [])
    func `VUI agrees with the reference figures`(_ entry: Entry) throws {
        let sps = try SequenceParameterSet([UInt8](hex: entry.sps).span.bytes)
        let expected = entry.expect
        #expect((sps.vui != nil) == (expected.vui == 1))
        guard let vui = sps.vui else { return }
        #expect(vui.isComplete)
        #expect(vui.timing.map { Int($0.unitsInTick) } == expected.num_units_in_tick)
        #expect(vui.timing.map { Int($0.timeScale) } == expected.time_scale)
        #expect(vui.timing.map { $0.isFixedFrameRate ? 1 : 0 } == expected.fixed_frame_rate)
        if let rate = expected.fps {
            #expect(abs((sps.frameRate?.framesPerSecond ?? 0) - rate) < 0.000_001)
        }
        #expect((vui.nalHRD == nil ? 0 : 1) + (vui.vclHRD == nil ? 0 : 2) == expected.hrd)
        #expect(vui.hasPictureStructure == (expected.pic_struct_present == 1))
        #expect(vui.bitstreamRestriction?.maxReorderFrames == expected.max_num_reorder_frames)
        #expect(vui.bitstreamRestriction?.maxDecodedFrameBuffering == expected.max_dec_frame_buffering)
        #expect(vui.videoSignal.map { $0.isFullRange ? 1 : 0 } == expected.full_range)
        let colour = vui.videoSignal?.colour
        #expect(colour.map { [Int($0.primaries), Int($0.transfer), Int($0.matrix)] } == expected.colour)
        #expect(vui.aspectRatioIDC.map(Int.init) == expected.sar?.idc)
        if let ratio = expected.sar?.ratio {
            #expect(vui.sampleAspectRatio.map { [$0.width, $0.height] } == ratio)
        }
    }

    @Test(arguments: collection?.sps ?? [])
    func `picture parameter sets agree with the reference figures`(_ entry: Entry) throws {
        guard let hex = entry.pps else { return }
        let pps = try PictureParameterSet([UInt8](hex: hex).span.bytes)
        // A file of two clips: the collection names the first clip's PPS beside the second clip's SPS.
        let isOfAnotherClip = entry.sps == "6764000a4b3c24b210000003021000007d00f1225960"
        #expect(pps.sequenceParameterSetID == (isOfAnotherClip ? 0 : entry.expect.sps_id))
    }

    /// Common mistakes of real SDP are accepted; an SPS of H.265 is not taken for one of H.264.
    @Test(arguments: collection?.quirks ?? [])
    func `a parameter set with a quirk is read leniently or refused`(_ quirk: Quirk) throws {
        let bytes = [UInt8](hex: quirk.sps)
        guard let expected = quirk.lenient_expect else {
            #expect(throws: H264Error.self) { try SequenceParameterSet(bytes.span.bytes) }
            return
        }
        let sps = try SequenceParameterSet(bytes.span.bytes)
        #expect(Int(sps.profile.idc) == expected.profile_idc)
        #expect(Int(sps.level.idc) == expected.level_idc)
        #expect(sps.croppedSize == SequenceParameterSet.Size(width: expected.width, height: expected.height))
    }

    struct Records: Decodable {
        struct Record: Decodable, Sendable, CustomTestStringConvertible {
            let sps: [String]
            let pps: [String]
            let source: String
            var testDescription: String { source }
        }
        let avcc: [Record]
    }

    @Test(arguments: (try? Vectors.json("avcc.json", as: Records.self))?.avcc ?? [])
    func `parameter sets of configuration records are remembered`(_ record: Records.Record) throws {
        var sets = ParameterSets()
        for hex in record.sps + record.pps { try sets.remember([UInt8](hex: hex).span.bytes) }
        #expect(Set(sets.allSPS.map(\.bytes)).isSubset(of: record.sps.map { [UInt8](hex: $0) }))
        #expect(!sets.allSPS.isEmpty)
        #expect(!sets.allPPS.isEmpty)
    }
}
