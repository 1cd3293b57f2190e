import StreamProtocol

/// Decides which pictures to drop to limit the frame rate, evenly spread.
///
/// A value without a clock. It decides at once and holds no picture.
struct FrameRateLimiter: Sendable {
    /// A larger distance, in microseconds, is a pause or a jump.
    private static let longestPause: Int64 = 1_000_000

    private let period: Double
    /// The time of the next picture, in microseconds.
    private var due: Double?

    init(to rate: Track.Rate) {
        period = 1_000_000 / rate.framesPerSecond
    }

    /// Whether to accept the picture with this time, in microseconds.
    mutating func accepts(_ time: Int64) -> Bool {
        let now = Double(time)
        guard let due, abs(now - due) < max(Double(Self.longestPause), 2 * period) else {
            due = now + period
            return true
        }
        // Tolerates the jitter of a camera.
        guard now >= due - period / 4 else { return false }
        // Keeps the phase, unless pictures arrive later than that.
        self.due = now < due + period ? due + period : now + period
        return true
    }
}

#if Capture
    import CFFmpeg
    import Libav
    import StreamProtocol

    /// Applies the user's changes to an input's pictures: rotation, filters and frame rate limit. ``PictureConverter``
    /// converts the result for the encoder.
    ///
    /// Confined to one thread. A picture without changes passes through. Input pictures may change their size or
    /// format; then the output may change, too.
    final class VideoFilter {
        private let settings: PictureSettings
        private var rateLimiter: FrameRateLimiter?
        private var cached: (input: FilterGraph.Input, graph: FilterGraph?)?

        /// - Throws: ``CaptureError`` with libavfilter's reason if the user's filter is invalid.
        init(_ settings: PictureSettings) throws(CaptureError) {
            self.settings = settings
            rateLimiter = settings.frameRate.map { FrameRateLimiter(to: $0) }
            try settings.check()
        }

        /// The highest output frame rate for an input frame rate.
        func frameRate(of input: Track.Rate?) -> Track.Rate? {
            guard let wanted = settings.frameRate else { return input }
            guard let input, input.framesPerSecond < wanted.framesPerSecond else { return wanted }
            return input
        }

        /// Accepts a picture, with its time in microseconds, and emits the finished ones, usually one.
        ///
        /// - Throws: The errors of `body`; ``CaptureError`` if libavfilter fails.
        func push(
            _ frame: RawFrame,
            _ body: (RawFrame) throws(CaptureError) -> Void
        ) throws(CaptureError) {
            if let time = frame.presentationTime, !(rateLimiter?.accepts(time) ?? true) { return }
            let input = FilterGraph.Input(frame)
            if cached?.input != input {
                try drain(body)
                cached = (
                    input,
                    try graphText(for: input.orientation).map { text throws(CaptureError) in
                        try FilterGraph(text, input: input)
                    }
                )
            }
            guard let graph = cached?.graph else { return try body(frame) }
            do throws(LibavError) { try graph.push(frame) } catch { throw CaptureError(filtering: error) }
            try emitAll(of: graph, body)
        }

        /// Emits the pictures that filters still hold, at the end.
        func finish(_ body: (RawFrame) throws(CaptureError) -> Void) throws(CaptureError) {
            try drain(body)
            cached = nil
        }

        private func drain(_ body: (RawFrame) throws(CaptureError) -> Void) throws(CaptureError) {
            guard let graph = cached?.graph else { return }
            // An error means that the graph has already ended and is empty.
            try? graph.push(nil)
            try emitAll(of: graph, body)
        }

        private func emitAll(
            of graph: FilterGraph,
            _ body: (RawFrame) throws(CaptureError) -> Void
        ) throws(CaptureError) {
            while true {
                let frame: RawFrame?
                do throws(LibavError) { frame = try graph.pull() } catch { throw CaptureError(filtering: error) }
                guard let frame else { return }
                frame.setUpright()
                try body(frame)
            }
        }

        /// The graph for pictures of this orientation; `nil` for no changes.
        private func graphText(for orientation: PictureOrientation) -> String? {
            let filters = [orientation.filter, settings.graph.isEmpty ? nil : settings.graph].compactMap { $0 }
            return filters.isEmpty ? nil : filters.joined(separator: ",")
        }
    }

    extension CaptureError {
        init(filtering error: LibavError) {
            self.init(.failure, "The picture cannot be filtered: \(LibavLog.firstError ?? "\(error)").")
        }
    }

    extension PictureSettings {
        /// Checks the settings as far as possible without a picture: whether the user's filter is valid.
        ///
        /// - Throws: ``CaptureError`` with libavfilter's reason.
        public func check() throws(CaptureError) {
            if let filter { try FilterGraph.check(filter) }
        }
    }
#endif
