extension EncoderSettings {
    /// Above any network's capacity; encoders count in 32 bits.
    private static let highestBitRate = 1_000_000_000
    /// Below this rate, headers take most of the bits.
    private static let lowestBitRate = 10_000
    /// MaxDpbFrames is never over 16 (A.3.1).
    private static let mostBFrames = 16

    /// Checks for settings that contradict each other for any encoder.
    ///
    /// - Throws: A sentence that names the flags.
    public func validate() throws(CaptureError) {
        try validateBitRates()
        try validateQuality()
        try validatePictures()
    }

    private func validateBitRates() throws(CaptureError) {
        for (flag, rate) in [("--bitrate", bitRate), ("--max-bitrate", maximumBitRate)] {
            guard let rate else { continue }
            guard (Self.lowestBitRate...Self.highestBitRate).contains(rate) else {
                throw CaptureError(
                    .usage,
                    "\(flag) is from \(Self.lowestBitRate) to \(Self.highestBitRate) bits per second, not \(rate)."
                )
            }
        }
        guard let maximumBitRate else { return }
        switch effectiveRateControl {
        case .cbr:
            throw CaptureError(
                .usage,
                "With --rate-control cbr the bit rate is the maximum; use vbr with --max-bitrate."
            )
        case .cqp:
            throw CaptureError(.usage, "--rate-control cqp does not support --max-bitrate; use crf or vbr.")
        case .vbr:
            guard let bitRate else {
                throw CaptureError(.usage, "--max-bitrate needs --bitrate, the average below the maximum.")
            }
            guard maximumBitRate >= bitRate else {
                throw CaptureError(
                    .usage,
                    "--max-bitrate (\(maximumBitRate)) is below --bitrate (\(bitRate)); exchange them."
                )
            }
        case .crf: break
        }
    }

    private func validateQuality() throws(CaptureError) {
        switch effectiveRateControl {
        case .cbr, .vbr:
            guard quality == nil else {
                throw CaptureError(
                    .usage,
                    "--quality is for --rate-control crf and cqp; use --bitrate with cbr and vbr."
                )
            }
        case .cqp, .crf:
            let mode = effectiveRateControl.rawValue
            guard bitRate == nil else {
                throw CaptureError(
                    .usage,
                    "--rate-control \(mode) keeps the quality constant and excludes --bitrate; leave one out."
                )
            }
            guard let quality else {
                throw CaptureError(
                    .usage,
                    "--rate-control \(mode) needs --quality (1 to 51; 23 is common, lower is better)."
                )
            }
            guard (1...51).contains(quality) else {
                throw CaptureError(.usage, "--quality is from 1 to 51, not \(quality).")
            }
        }
    }

    private func validatePictures() throws(CaptureError) {
        guard (0...Self.mostBFrames).contains(bFrames) else {
            throw CaptureError(.usage, "--b-frames is from 0 to \(Self.mostBFrames), not \(bFrames).")
        }
        guard bFrames > 0 else { return }
        guard latency == .quality else {
            throw CaptureError(
                .usage,
                "B-frames wait for later pictures; use --b-frames with --latency quality."
            )
        }
        if let profile, !profile.allowsBFrames {
            throw CaptureError(.usage, "The profile \(profile.rawValue) has no B-frames; use main or high.")
        }
    }
}
