/// What encoders leave out of the VUI although decoders need it: without a bound for reordering they hold pictures back,
/// and without timing a byte stream has no frame rate.
public struct VUICompletion: Hashable, Sendable {
    /// `num_units_in_tick`: a tick is the time of one field. 0 where timing is not to be written.
    private let unitsInTick: UInt32
    /// `time_scale`; 0 where timing is not to be written.
    private let timeScale: UInt32
    /// `max_num_reorder_frames`, or `nil` to say nothing about it.
    private let maxReorderFrames: Int?

    /// - Parameters:
    ///   - framesPerSecond: A fraction, or `nil` to say nothing about it; one that does not fit is not written.
    ///   - maxReorderFrames: 0 to 16, or `nil` to say nothing about it.
    public init(framesPerSecond: (numerator: UInt32, denominator: UInt32)?, maxReorderFrames: Int?) {
        let (scale, isTooLarge) = framesPerSecond?.numerator.multipliedReportingOverflow(by: 2) ?? (0, false)
        timeScale = isTooLarge ? 0 : scale
        unitsInTick = framesPerSecond?.denominator ?? 0
        self.maxReorderFrames = maxReorderFrames.map { min(max($0, 0), 16) }
    }

    /// An SPS NAL unit, header byte first, with what it lacks of this; `nil` where it lacks nothing, or cannot be
    /// completed: one with HRD parameters but no timing, or with a bound but no timing, is left as it is.
    public func completing(_ nal: RawSpan) throws(H264Error) -> [UInt8]? {
        let sps = try SequenceParameterSet(nal)
        var bits = TrailingBits(EmulationPrevention.removed(from: nal))
        guard let vui = sps.vui else {
            // vui_parameters_present_flag is the last bit.
            guard hasTiming || maxReorderFrames != nil, bits.removeLast() == 0 else { return nil }
            bits.append(1, 1)
            // No aspect ratio, overscan, video signal or chroma location.
            bits.append(0, 4)
            appendTiming(to: &bits)
            // No HRD parameters, no pic_struct.
            bits.append(0, 3)
            appendRestriction(of: sps, to: &bits)
            return bits.nal
        }
        // bitstream_restriction_flag is the last bit, and the four flags before it are those of timing, HRD and
        // pic_struct, where none of the three has a body.
        guard vui.isComplete, vui.bitstreamRestriction == nil, bits.removeLast() == 0 else { return nil }
        var changed = maxReorderFrames != nil
        if hasTiming, vui.timing == nil, vui.nalHRD == nil, vui.vclHRD == nil {
            let hasPictureStructure = bits.removeLast()
            for _ in 0..<3 { _ = bits.removeLast() }
            appendTiming(to: &bits)
            bits.append(0, 2)
            bits.append(UInt64(hasPictureStructure), 1)
            changed = true
        }
        appendRestriction(of: sps, to: &bits)
        return changed ? bits.nal : nil
    }

    private var hasTiming: Bool { unitsInTick > 0 && timeScale > 0 }

    private func appendTiming(to bits: inout TrailingBits) {
        guard hasTiming else { return bits.append(0, 1) }
        bits.append(1, 1)
        bits.append(UInt64(unitsInTick), 32)
        bits.append(UInt64(timeScale), 32)
        // fixed_frame_rate_flag: live sources leave frames out.
        bits.append(0, 1)
    }

    /// `bitstream_restriction` (E.2.1): the values that are inferred where it is absent, but for the bounds of the
    /// decoded picture buffer.
    private func appendRestriction(of sps: SequenceParameterSet, to bits: inout TrailingBits) {
        guard let maxReorderFrames else { return bits.append(0, 1) }
        bits.append(1, 1)
        // motion_vectors_over_pic_boundaries_flag
        bits.append(1, 1)
        // max_bytes_per_pic_denom, max_bits_per_mb_denom
        bits.appendUE(2)
        bits.appendUE(1)
        // log2_max_mv_length_horizontal, log2_max_mv_length_vertical
        bits.appendUE(15)
        bits.appendUE(15)
        bits.appendUE(maxReorderFrames)
        // max_dec_frame_buffering
        bits.appendUE(max(maxReorderFrames, sps.maxReferenceFrames))
    }
}

/// The bits of a parameter set, which is changed at its end.
private struct TrailingBits {
    private var bits: [UInt8] = []

    /// Takes a NAL unit without emulation prevention, and the stop bit off its end.
    init(_ bytes: [UInt8]) {
        for byte in bytes {
            for shift in (0..<8).reversed() { bits.append(byte >> UInt8(shift) & 1) }
        }
        while let last = bits.popLast(), last == 0 {}
    }

    mutating func removeLast() -> UInt8 { bits.popLast() ?? 0 }

    mutating func append(_ value: UInt64, _ count: Int) {
        for shift in (0..<count).reversed() { bits.append(UInt8(value >> UInt64(shift) & 1)) }
    }

    /// `ue(v)` (9.1) of a small number.
    mutating func appendUE(_ value: Int) {
        let code = UInt64(value) + 1
        let length = UInt64.bitWidth - code.leadingZeroBitCount
        append(code, 2 * length - 1)
    }

    /// With the stop bit, in bytes, and with emulation prevention.
    var nal: [UInt8] {
        let stopped = bits + [1]
        let bytes = stride(from: 0, to: stopped.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { byte, bit in
                byte << 1 | (start + bit < stopped.count ? stopped[start + bit] : 0)
            }
        }
        return EmulationPrevention.inserted(into: bytes.span.bytes)
    }
}
