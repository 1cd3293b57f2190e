import BitCoding

/// Fields of the VUI that encoders omit although decoders need them. Without a bound for reordering a decoder delays
/// pictures, and without timing a byte stream has no frame rate.
package struct VUICompletion: Hashable, Sendable {
    /// `num_units_in_tick`; a tick is the duration of a field. 0 if timing is not to be written.
    private let unitsInTick: UInt32
    /// `time_scale`; 0 if timing is not to be written.
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

    /// Returns an SPS NAL unit, header byte first, with the missing fields.
    ///
    /// - Returns: `nil` if the SPS lacks nothing or cannot be completed, as one with HRD parameters but no timing, or
    ///   with a reordering bound but no timing.
    package func completing(_ nal: RawSpan) throws(H264Error) -> [UInt8]? {
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
        // bitstream_restriction_flag is the last bit. The four flags before it are those of timing, the two HRDs and
        // pic_struct, if none of the three has a body.
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

    /// `bitstream_restriction` (E.2.1): the values that are inferred if it is absent, but for the bounds of the
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

/// The bits of a parameter set without its trailing bits, changed at the end.
private struct TrailingBits {
    private var bits: BitWriter

    /// - Parameter bytes: A NAL unit without emulation prevention bytes. Its stop bit and everything after it are
    ///   removed.
    init(_ bytes: [UInt8]) {
        bits = BitWriter(bytes)
        while let last = bits.removeLast(), last == 0 {}
    }

    mutating func removeLast() -> UInt8 { bits.removeLast() ?? 0 }

    mutating func append(_ value: UInt64, _ count: Int) { bits.write(value, count) }

    /// Appends a small number as `ue(v)` (9.1).
    mutating func appendUE(_ value: Int) {
        let code = UInt64(value) + 1
        let length = UInt64.bitWidth - code.leadingZeroBitCount
        append(code, 2 * length - 1)
    }

    /// The NAL unit with a stop bit and with emulation prevention bytes.
    var nal: [UInt8] {
        var stopped = bits
        stopped.write(true)
        return EmulationPrevention.inserted(into: stopped.bytes.span.bytes)
    }
}
