import StreamProtocol

extension Camera {
    /// Chooses how to open this camera.
    ///
    /// - The size is the wished one, or else the next larger one, which is then scaled down, or else the largest.
    ///   Without a wish it is the largest up to 1280x720 at the wished rate; or at 30 fps, or at 24 fps where that gives
    ///   more than twice the picture.
    /// - The rate is the wished one, or else the next higher one, or else the highest.
    /// - Raw pictures are taken where they reach size and rate: they cost no decoding and no quality. MJPEG comes next.
    /// - H.264 is taken when it is asked for, or when nothing else reaches size and rate. A stream that passes through
    ///   is the cheapest, but it is the camera that decides then on bit rate and key frames: no viewer's request, no
    ///   slow uplink and no filter can have its way.
    ///
    /// - Returns: What to open it with, and a sentence that says why.
    /// - Throws: ``CaptureError`` where nothing can be read, or not in the wished pixel format.
    public func bestMode(for wish: CameraWish) throws(CaptureError) -> (mode: CameraMode, reason: String) {
        let negotiation = try CameraNegotiation(self, wish)
        let mode = negotiation.best
        return (mode, negotiation.reason(for: mode))
    }
}

/// What a camera can do, seen through a wish.
struct CameraNegotiation {
    let wish: CameraWish
    /// All that the camera can do, in every pixel format that can be read and that the wish allows.
    let modes: [CameraMode]
    /// H.264 that the camera could deliver, but nobody asked for.
    private let offersH264: Bool
    /// Frames a second.
    private let rate: Double

    init(_ camera: Camera, _ wish: CameraWish) throws(CaptureError) {
        self.wish = wish
        rate = wish.frameRate?.perSecond ?? CameraWish.usualRate
        let readable = camera.formats.filter { $0.pixelFormat.kind != .unsupported }
        let formats = readable.filter { format in wish.pixelFormat.map { format.pixelFormat.isCalled($0) } ?? true }
        modes = formats.flatMap { Self.modes(of: $0, wish) }
        offersH264 = wish.pixelFormat == nil && modes.contains { $0.pixelFormat.kind == .h264 }
        guard modes.isEmpty else { return }
        if let pixelFormat = wish.pixelFormat, !readable.isEmpty {
            let offered = readable.map(\.pixelFormat.name).joined(separator: ", ")
            throw CaptureError(
                .usage,
                "The camera '\(camera.name)' has no pixel format '\(pixelFormat)'; it offers \(offered)."
            )
        }
        throw CaptureError(
            .noInput,
            "The camera '\(camera.name)' at \(camera.path) offers no pictures that can be read; "
                + "'streamd devices' shows what it does."
        )
    }

    /// A mode for each size that comes into question.
    private static func modes(of format: CameraFormat, _ wish: CameraWish) -> [CameraMode] {
        var sizes = format.sizes
        if let range = format.range {
            let width = wish.size.map { Int($0.width) } ?? CameraWish.usualSize.width
            let height = wish.size.map { Int($0.height) } ?? CameraWish.usualSize.height
            let fitting = range.fitting(width: width, height: height)
            // A larger picture comes no faster than this one will.
            let listed = sizes.filter { $0.width >= fitting.width && $0.height >= fitting.height }
            let rates = listed.min { $0.area < $1.area }?.rates ?? .unknown
            sizes.append(CameraSize(width: fitting.width, height: fitting.height, rates: rates))
        }
        return sizes.map { size in
            CameraMode(
                pixelFormat: format.pixelFormat,
                width: size.width,
                height: size.height,
                frameRate: size.rates.best(for: wish.frameRate)
            )
        }
    }

    /// The best mode; there is always one.
    var best: CameraMode {
        let size = bestSize
        let candidates = modes.filter { $0.width == size.width && $0.height == size.height }
        return candidates.min { isBetter($0, than: $1) } ?? size
    }

    /// A mode of the best size.
    private var bestSize: CameraMode {
        if let size = wish.size { return nearest(to: size) }
        let usual = modes.filter { $0.width <= CameraWish.usualSize.width && $0.height <= CameraWish.usualSize.height }
        // Some capture cards have large pictures only.
        guard !usual.isEmpty else { return modes.min { $0.area < $1.area } ?? modes[0] }
        let full = usual.filter { $0.reaches(rate) }
        if wish.frameRate != nil, let largest = full.max(by: { $0.area < $1.area }) { return largest }
        let smooth = usual.filter { $0.reaches(min(rate, CameraWish.smoothRate)) }
        guard let largest = smooth.max(by: { $0.area < $1.area }) else {
            return usual.max { ($0.frameRate?.perSecond ?? 0, $0.area) < ($1.frameRate?.perSecond ?? 0, $1.area) }
                ?? usual[0]
        }
        return full.filter { 2 * $0.area >= largest.area }.max { $0.area < $1.area } ?? largest
    }

    /// The wished size, or the smallest that holds it, or the largest.
    private func nearest(to size: PictureSize) -> CameraMode {
        let holding = modes.filter { $0.width >= Int(size.width) && $0.height >= Int(size.height) }
        return holding.min { $0.area < $1.area } ?? modes.max { $0.area < $1.area } ?? modes[0]
    }

    /// Among modes of the same size.
    private func isBetter(_ one: CameraMode, than other: CameraMode) -> Bool {
        if one.reaches(rate) != other.reaches(rate) { return one.reaches(rate) }
        // Where neither reaches the rate, a tenth more is worth the decoding.
        if !one.reaches(rate), let first = one.frameRate?.perSecond, let second = other.frameRate?.perSecond,
            max(first, second) > min(first, second) * 1.1
        {
            return first > second
        }
        return one.costRank < other.costRank
    }
}

extension CameraMode {
    /// The lower, the less it costs, or the more of the picture is left.
    fileprivate var costRank: Int {
        switch pixelFormat.kind {
        case .raw: pixelFormat.rawRank ?? 500
        case .motionJPEG: 1_000
        case .h264: 2_000
        case .unsupported: 3_000
        }
    }
}

extension CameraNegotiation {
    /// A sentence that says what was chosen and why.
    func reason(for mode: CameraMode) -> String {
        var reasons = [sizeReason(mode), rateReason(mode), formatReason(mode)].compactMap(\.self)
        if reasons.isEmpty { reasons = [wish == CameraWish() ? "the best up to 1280x720 at 30 fps" : "as asked for"] }
        var sentence = "\(mode), \(reasons.joined(separator: "; "))."
        if offersH264, mode.pixelFormat.kind != .h264 {
            sentence += " The camera encodes too: '--pixel-format h264' passes that through."
        }
        return sentence
    }

    private func sizeReason(_ mode: CameraMode) -> String? {
        guard let size = wish.size else {
            return mode.width > CameraWish.usualSize.width || mode.height > CameraWish.usualSize.height
                ? "the smallest that the camera has" : nil
        }
        if mode.width == Int(size.width), mode.height == Int(size.height) { return nil }
        let holds = mode.width >= Int(size.width) && mode.height >= Int(size.height)
        return "the camera has no \(size.width)x\(size.height), and this is its "
            + (holds ? "next larger size" : "largest size")
    }

    private func rateReason(_ mode: CameraMode) -> String? {
        guard let actual = mode.frameRate else { return "at the rate that the camera gives" }
        guard let wished = wish.frameRate else { return nil }
        if !actual.reaches(wished.perSecond) { return "the highest rate at that size" }
        return wished.reaches(actual.perSecond) ? nil : "the next higher rate that the camera has"
    }

    private func formatReason(_ mode: CameraMode) -> String? {
        if wish.pixelFormat != nil { return nil }
        let same = modes.filter { $0.width == mode.width && $0.height == mode.height }
        let raw = same.filter { $0.pixelFormat.kind == .raw }
        let motionJPEG = same.filter { $0.pixelFormat.kind == .motionJPEG }
        switch mode.pixelFormat.kind {
        case .motionJPEG: return "because \(Self.lack(of: "raw pictures", raw))"
        case .h264: return "passed through as it is, because \(Self.lack(of: "other pictures", raw + motionJPEG))"
        case .raw, .unsupported: return nil
        }
    }

    private static func lack(of what: String, _ modes: [CameraMode]) -> String {
        let fastest = modes.compactMap(\.frameRate).max { $0.perSecond < $1.perSecond }
        guard let fastest else { return "\(what) do not come in that size" }
        return "\(what) of that size come at \(fastest.shortText) fps only"
    }
}
