/// The VUI parameters of an SPS (Annex E): colour, aspect ratio and timing of the pictures.
public struct VideoUsabilityInformation: Hashable, Sendable {
    /// `aspect_ratio_idc` (table E-1); `nil` if absent. 255 means an explicit ratio.
    public private(set) var aspectRatioIDC: UInt8?
    /// The shape of a sample, or `nil` if it is absent, unspecified or reserved.
    public private(set) var sampleAspectRatio: SampleAspectRatio?
    /// `overscan_appropriate_flag`, or `nil` if it is absent.
    public private(set) var isOverscanAppropriate: Bool?
    /// The `video_signal_type`, or `nil` if it is absent.
    public private(set) var videoSignal: VideoSignal?
    /// The timing of pictures, or `nil` if it is absent.
    public private(set) var timing: Timing?
    /// The HRD parameters of the NAL unit stream, or `nil` if they are absent.
    public private(set) var nalHRD: HRDParameters?
    /// The HRD parameters of the VCL NAL units alone, or `nil` if they are absent.
    public private(set) var vclHRD: HRDParameters?
    /// `low_delay_hrd_flag`, or `nil` if there are no HRD parameters.
    public private(set) var isLowDelay: Bool?
    /// `pic_struct_present_flag`: picture timing SEI messages describe how to display each picture.
    public private(set) var hasPictureStructure = false
    /// The `bitstream_restriction`, or `nil` if it is absent.
    public private(set) var bitstreamRestriction: BitstreamRestriction?
    /// Whether the VUI was read to its end. Some encoders cut it short.
    public private(set) var isComplete = false

    /// `video_signal_type` (E.2.1).
    public struct VideoSignal: Hashable, Sendable {
        /// `video_format` (table E-2), 0 to 7.
        public let format: UInt8
        /// `video_full_range_flag`.
        public let isFullRange: Bool
        /// The colour description, or `nil` if it is absent.
        public let colour: ColourDescription?
    }

    /// `colour_description` (tables E-3 to E-5).
    public struct ColourDescription: Hashable, Sendable {
        /// `colour_primaries`.
        public let primaries: UInt8
        /// `transfer_characteristics`.
        public let transfer: UInt8
        /// `matrix_coefficients`.
        public let matrix: UInt8
    }

    /// `timing_info` (E.2.1).
    public struct Timing: Hashable, Sendable {
        /// `num_units_in_tick`, in units of the time scale. A tick is the time of one *field*.
        public let unitsInTick: UInt32
        /// `time_scale`, in units per second.
        public let timeScale: UInt32
        /// `fixed_frame_rate_flag`.
        public let isFixedFrameRate: Bool

        /// The frame rate at two ticks per frame; `nil` if one of the numbers is 0, which the standard forbids.
        public var frameRate: FrameRate? {
            guard unitsInTick > 0, timeScale > 0 else { return nil }
            return FrameRate(numerator: UInt64(timeScale), denominator: UInt64(unitsInTick) * 2)
        }
    }

    /// `bitstream_restriction` (E.2.1), as far as it bounds a decoder's delay.
    public struct BitstreamRestriction: Hashable, Sendable {
        /// `max_num_reorder_frames`, 0 to 16.
        public let maxReorderFrames: Int
        /// `max_dec_frame_buffering`, 0 to 16.
        public let maxDecodedFrameBuffering: Int
    }

    /// Parses the VUI as far as possible.
    init(_ bits: inout RBSPReader, _ nal: RawSpan) {
        do throws(H264Error) {
            try read(&bits, nal)
            isComplete = true
        } catch {}
    }

    private mutating func read(_ bits: inout RBSPReader, _ nal: RawSpan) throws(H264Error) {
        if try bits.flag(nal) {
            let idc = UInt8(try bits.u(8, nal))
            aspectRatioIDC = idc
            sampleAspectRatio =
                idc == SampleAspectRatio.extendedIDC
                ? SampleAspectRatio(width: Int(try bits.u(16, nal)), height: Int(try bits.u(16, nal)))
                : SampleAspectRatio(idc: idc)
        }
        if try bits.flag(nal) { isOverscanAppropriate = try bits.flag(nal) }
        if try bits.flag(nal) { videoSignal = try VideoSignal(&bits, nal) }
        if try bits.flag(nal) {
            // chroma_sample_loc_type_top_field and _bottom_field.
            _ = try bits.ue(nal)
            _ = try bits.ue(nal)
        }
        if try bits.flag(nal) {
            timing = Timing(
                unitsInTick: try bits.u(32, nal),
                timeScale: try bits.u(32, nal),
                isFixedFrameRate: try bits.flag(nal)
            )
        }
        if try bits.flag(nal) { nalHRD = try HRDParameters(&bits, nal) }
        if try bits.flag(nal) { vclHRD = try HRDParameters(&bits, nal) }
        if nalHRD != nil || vclHRD != nil { isLowDelay = try bits.flag(nal) }
        hasPictureStructure = try bits.flag(nal)
        if try bits.flag(nal) { bitstreamRestriction = try BitstreamRestriction(&bits, nal) }
    }
}

extension VideoUsabilityInformation.VideoSignal {
    fileprivate init(_ bits: inout RBSPReader, _ nal: RawSpan) throws(H264Error) {
        format = UInt8(try bits.u(3, nal))
        isFullRange = try bits.flag(nal)
        guard try bits.flag(nal) else {
            colour = nil
            return
        }
        colour = VideoUsabilityInformation.ColourDescription(
            primaries: UInt8(try bits.u(8, nal)),
            transfer: UInt8(try bits.u(8, nal)),
            matrix: UInt8(try bits.u(8, nal))
        )
    }
}

extension VideoUsabilityInformation.BitstreamRestriction {
    fileprivate init(_ bits: inout RBSPReader, _ nal: RawSpan) throws(H264Error) {
        _ = try bits.flag(nal)  // motion_vectors_over_pic_boundaries_flag
        // max_bytes_per_pic_denom, max_bits_per_mb_denom, log2_max_mv_length_horizontal and _vertical.
        for _ in 0..<4 { _ = try bits.ue(nal) }
        let limit = SequenceParameterSet.Limit.referenceFrames
        maxReorderFrames = try bits.ue(nal, "max_num_reorder_frames", max: limit)
        maxDecodedFrameBuffering = try bits.ue(nal, "max_dec_frame_buffering", max: limit)
    }
}

/// `hrd_parameters()` (E.1.2, E.2.2): the buffer model that a stream keeps to.
public struct HRDParameters: Hashable, Sendable {
    /// One delivery schedule of the stream.
    public struct Schedule: Hashable, Sendable {
        /// `BitRate`, in bits per second.
        public let bitRate: UInt64
        /// `CpbSize`, in bits.
        public let bufferSize: UInt64
        /// `cbr_flag`.
        public let isConstantBitRate: Bool
    }

    /// The delivery schedules, 1 to 32.
    public let schedules: [Schedule]
    /// Bits of the initial CPB removal delays in buffering period SEI messages, 1 to 32.
    public let initialRemovalDelayLength: Int
    /// Bits of `cpb_removal_delay` in picture timing SEI messages, 1 to 32.
    public let removalDelayLength: Int
    /// Bits of `dpb_output_delay` in picture timing SEI messages, 1 to 32.
    public let outputDelayLength: Int
    /// Bits of `time_offset` in picture timing SEI messages, 0 to 31.
    public let timeOffsetLength: Int

    init(_ bits: inout RBSPReader, _ nal: RawSpan) throws(H264Error) {
        let count = try bits.ue(nal, "cpb_cnt_minus1", max: 31) + 1
        let bitRateScale = UInt64(try bits.u(4, nal))
        let bufferSizeScale = UInt64(try bits.u(4, nal))
        var schedules: [Schedule] = []
        for _ in 0..<count {
            // At most 2³² − 1 shifted by 21 bits.
            let bitRate = (UInt64(try bits.ue(nal)) + 1) << (6 + bitRateScale)
            let bufferSize = (UInt64(try bits.ue(nal)) + 1) << (4 + bufferSizeScale)
            let isConstant = try bits.flag(nal)
            schedules.append(Schedule(bitRate: bitRate, bufferSize: bufferSize, isConstantBitRate: isConstant))
        }
        self.schedules = schedules
        initialRemovalDelayLength = Int(try bits.u(5, nal)) + 1
        removalDelayLength = Int(try bits.u(5, nal)) + 1
        outputDelayLength = Int(try bits.u(5, nal)) + 1
        timeOffsetLength = Int(try bits.u(5, nal))
    }
}
