import StreamProtocol

extension Camera {
    /// Selects the mode for this camera.
    ///
    /// - The size is the requested one, or else the next larger one, which is then scaled down, or else the largest.
    ///   Without a request it is the largest up to 1280x720 at the requested rate; or at 30 fps, or at 24 fps if that
    ///   allows more than twice the size.
    /// - The rate is the requested one, or else the next higher one, or else the highest.
    /// - Raw pictures come first if they reach the size and the rate: they need no decoding and lose no quality. MJPEG
    ///   comes next.
    /// - H.264 is used on request, or if no other format reaches the size and the rate. It costs the least CPU time
    ///   because it is passed through, but then the camera controls the bit rate and key frames: requests of viewers,
    ///   the uplink and filters have no effect.
    ///
    /// - Returns: The mode, and a sentence with the reason.
    /// - Throws: ``CaptureError`` if no format is readable, or not the requested pixel format.
    public func bestMode(for request: CameraRequest) throws(CaptureError) -> (mode: CameraMode, reason: String) {
        let negotiation = try CameraNegotiation(self, request)
        let mode = negotiation.best
        return (mode, negotiation.reason(for: mode))
    }
}

/// The modes of a camera for a request.
struct CameraNegotiation {
    let request: CameraRequest
    /// All modes of the camera in readable pixel formats that the request allows.
    let modes: [CameraMode]
    /// The camera offers H.264, which was not requested.
    private let offersH264: Bool
    /// Frames per second.
    private let rate: Double

    init(_ camera: Camera, _ request: CameraRequest) throws(CaptureError) {
        self.request = request
        rate = request.frameRate?.perSecond ?? CameraRequest.defaultRate
        let readable = camera.formats.filter { $0.pixelFormat.kind != .unsupported }
        let formats = readable.filter { format in request.pixelFormat.map { format.pixelFormat.isCalled($0) } ?? true }
        modes = formats.flatMap { Self.modes(of: $0, request) }
        offersH264 = request.pixelFormat == nil && modes.contains { $0.pixelFormat.kind == .h264 }
        guard modes.isEmpty else { return }
        if let pixelFormat = request.pixelFormat, !readable.isEmpty {
            let offered = readable.map(\.pixelFormat.name).joined(separator: ", ")
            throw CaptureError(
                .usage,
                "The camera '\(camera.name)' has no pixel format '\(pixelFormat)'; it offers \(offered)."
            )
        }
        throw CaptureError(
            .noInput,
            "The camera '\(camera.name)' at \(camera.path) offers no readable pictures; "
                + "'streamd devices' lists its formats."
        )
    }

    /// One mode for each candidate size.
    private static func modes(of format: CameraFormat, _ request: CameraRequest) -> [CameraMode] {
        var sizes = format.sizes
        if let range = format.range {
            let width = request.size.map { Int($0.width) } ?? CameraRequest.defaultSize.width
            let height = request.size.map { Int($0.height) } ?? CameraRequest.defaultSize.height
            let fitting = range.fitting(width: width, height: height)
            // A larger picture is not faster than this one.
            let listed = sizes.filter { $0.width >= fitting.width && $0.height >= fitting.height }
            let rates = listed.min { $0.area < $1.area }?.rates ?? .unknown
            sizes.append(CameraSize(width: fitting.width, height: fitting.height, rates: rates))
        }
        return sizes.map { size in
            CameraMode(
                pixelFormat: format.pixelFormat,
                width: size.width,
                height: size.height,
                frameRate: size.rates.best(for: request.frameRate)
            )
        }
    }

    /// The best mode; there is always one.
    var best: CameraMode {
        let size = bestSize
        let candidates = modes.filter { $0.width == size.width && $0.height == size.height }
        return candidates.min { isBetter($0, than: $1) } ?? size
    }

    /// A mode with the best size.
    private var bestSize: CameraMode {
        if let size = request.size { return nearest(to: size) }
        let defaults = modes.filter {
            $0.width <= CameraRequest.defaultSize.width && $0.height <= CameraRequest.defaultSize.height
        }
        // Some capture cards have large pictures only.
        guard !defaults.isEmpty else { return modes.min { $0.area < $1.area } ?? modes[0] }
        let full = defaults.filter { $0.reaches(rate) }
        if request.frameRate != nil, let largest = full.max(by: { $0.area < $1.area }) { return largest }
        let smooth = defaults.filter { $0.reaches(min(rate, CameraRequest.smoothRate)) }
        guard let largest = smooth.max(by: { $0.area < $1.area }) else {
            return defaults.max { ($0.frameRate?.perSecond ?? 0, $0.area) < ($1.frameRate?.perSecond ?? 0, $1.area) }
                ?? defaults[0]
        }
        return full.filter { 2 * $0.area >= largest.area }.max { $0.area < $1.area } ?? largest
    }

    /// The requested size, or the smallest that contains it, or the largest.
    private func nearest(to size: PictureSize) -> CameraMode {
        let holding = modes.filter { $0.width >= Int(size.width) && $0.height >= Int(size.height) }
        return holding.min { $0.area < $1.area } ?? modes.max { $0.area < $1.area } ?? modes[0]
    }

    /// Compares two modes of the same size.
    private func isBetter(_ one: CameraMode, than other: CameraMode) -> Bool {
        if one.reaches(rate) != other.reaches(rate) { return one.reaches(rate) }
        // If neither reaches the rate, a tenth more is worth the decoding.
        if !one.reaches(rate), let first = one.frameRate?.perSecond, let second = other.frameRate?.perSecond,
            max(first, second) > min(first, second) * 1.1
        {
            return first > second
        }
        return one.costRank < other.costRank
    }
}

extension CameraMode {
    /// A lower rank costs less or keeps more quality.
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
    /// A sentence with the mode and its reason.
    func reason(for mode: CameraMode) -> String {
        var reasons = [sizeReason(mode), rateReason(mode), formatReason(mode)].compactMap(\.self)
        if reasons.isEmpty {
            reasons = [request == CameraRequest() ? "the best up to 1280x720 at 30 fps" : "as asked for"]
        }
        var sentence = "\(mode), \(reasons.joined(separator: "; "))."
        if offersH264, mode.pixelFormat.kind != .h264 {
            sentence += " The camera can also encode: '--pixel-format h264' passes its H.264 through."
        }
        return sentence
    }

    private func sizeReason(_ mode: CameraMode) -> String? {
        guard let size = request.size else {
            return mode.width > CameraRequest.defaultSize.width || mode.height > CameraRequest.defaultSize.height
                ? "the smallest that the camera has" : nil
        }
        if mode.width == Int(size.width), mode.height == Int(size.height) { return nil }
        let holds = mode.width >= Int(size.width) && mode.height >= Int(size.height)
        return "the camera has no \(size.width)x\(size.height), and this is its "
            + (holds ? "next larger size" : "largest size")
    }

    private func rateReason(_ mode: CameraMode) -> String? {
        guard let actual = mode.frameRate else { return "at the camera's rate" }
        guard let requested = request.frameRate else { return nil }
        if !actual.reaches(requested.perSecond) { return "the highest rate at that size" }
        return requested.reaches(actual.perSecond) ? nil : "the next higher rate that the camera has"
    }

    private func formatReason(_ mode: CameraMode) -> String? {
        if request.pixelFormat != nil { return nil }
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
