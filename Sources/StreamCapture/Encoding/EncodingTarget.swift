/// The resolved settings for pictures of one format.
struct EncodingTarget: Hashable, Sendable {
    /// In bits per second, and in quantisers or rate factors.
    enum Rate: Hashable, Sendable {
        case cbr(Int)
        case vbr(average: Int, maximum: Int)
        case cqp(Int)
        case crf(Int, maximum: Int?)
    }

    /// With a buffer of half a second, a key frame can have eight times the bits of an average frame. The buffer bounds
    /// the time to send it, which adds to the latency.
    private static let constantBufferSeconds = 0.5
    /// A common value for peaks on a network.
    private static let variableBufferSeconds = 1.0
    /// The ratio of peaks to the average if only the average is given.
    private static let peakRatio = 1.5

    let format: VideoFormat
    var rate: Rate
    /// Whether the user selected this rate control.
    let isRateControlGiven: Bool
    let profile: EncodingProfile?
    let level: EncodingLevel?
    let keyFrameFrames: Int
    let bFrames: Int
    let preset: String?
    let isLowLatency: Bool

    /// - Throws: A sentence if the settings contradict each other or the format.
    init(_ settings: EncoderSettings, _ format: VideoFormat) throws(CaptureError) {
        try settings.validate()
        self.format = format
        let suitable = EncoderSettings.suitableBitRate(
            width: format.width,
            height: format.height,
            framesPerSecond: format.framesPerSecond
        )
        let bitRate = settings.bitRate ?? suitable
        switch settings.effectiveRateControl {
        case .cbr: rate = .cbr(bitRate)
        case .vbr:
            rate = .vbr(average: bitRate, maximum: settings.maximumBitRate ?? Int(Double(bitRate) * Self.peakRatio))
        case .cqp: rate = .cqp(settings.quality ?? 0)
        case .crf: rate = .crf(settings.quality ?? 0, maximum: settings.maximumBitRate)
        }
        isRateControlGiven = settings.rateControl != nil
        profile = settings.profile
        level = settings.level
        keyFrameFrames = settings.keyFrameInterval.frames(at: format.framesPerSecond)
        bFrames = settings.bFrames
        preset = settings.preset
        isLowLatency = settings.latency == .low
        try checkFormat()
    }

    private func checkFormat() throws(CaptureError) {
        let size = "\(format.width)x\(format.height)"
        guard format.width > 0, format.height > 0 else {
            throw CaptureError(.badData, "A picture of \(size) cannot be encoded.")
        }
        guard format.width % 2 == 0, format.height % 2 == 0 else {
            let even = "\(max(2, format.width & ~1))x\(max(2, format.height & ~1))"
            throw CaptureError(.usage, "H.264 needs an even width and height, not \(size); use --size \(even).")
        }
        guard let lowest = EncodingLevel.lowest(for: format) else {
            throw CaptureError(
                .usage,
                "\(size) at \(format.rateText) frames per second exceeds the limits of H.264; lower --size or --fps."
            )
        }
        if let level, !level.holds(format) {
            throw CaptureError(
                .usage,
                "Level \(level) is too low for \(size) at \(format.rateText) frames per second; use --level \(lowest)."
            )
        }
    }

    /// The target bit rate; `nil` if the rate control has none.
    var averageBitRate: Int? {
        switch rate {
        case .cbr(let rate), .vbr(let rate, _): rate
        case .cqp, .crf: nil
        }
    }

    /// The average bit rate or, if only that is known, the maximum; `nil` if there is neither.
    var bitRate: Int? { averageBitRate ?? maximumBitRate }

    /// The highest bit rate; `nil` for none.
    var maximumBitRate: Int? {
        switch rate {
        case .cbr(let rate): rate
        case .vbr(_, let maximum): maximum
        case .crf(_, let maximum): maximum
        case .cqp: nil
        }
    }

    /// The bits that may exceed the maximum rate: the decoder's buffer (annex C).
    var bufferBits: Int? {
        maximumBitRate.map { maximum in
            if case .cbr = rate { return Int(Double(maximum) * Self.constantBufferSeconds) }
            return Int(Double(maximum) * Self.variableBufferSeconds)
        }
    }

    /// The same target with another bit rate; peaks stay in proportion. A target without a bit rate gets a maximum if
    /// its rate control supports one.
    func withBitRate(_ bitRate: Int) -> EncodingTarget {
        var target = self
        switch rate {
        case .cbr: target.rate = .cbr(bitRate)
        case .vbr(let average, let maximum):
            let ratio = Double(maximum) / Double(max(1, average))
            target.rate = .vbr(average: bitRate, maximum: Int(Double(bitRate) * ratio))
        case .cqp: break
        case .crf(let factor, _): target.rate = .crf(factor, maximum: bitRate)
        }
        return target
    }
}

extension VideoFormat {
    /// Such as `30` or `29.97`.
    var rateText: String {
        let hundredths = Int((min(framesPerSecond, 1e12) * 100).rounded())
        let fraction = hundredths % 100
        return fraction == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
