#if Capture
    import CFFmpeg
    import StreamProtocol

    /// Makes of the pictures of an input those that an encoder takes: turned, filtered, scaled, in the right format.
    ///
    /// Confined to one thread. Where nothing is to be done to a picture it passes as it is. Pictures that change their
    /// size or format on the way do no harm; what comes out may then change too, unless a size was asked for.
    final class VideoFilter {
        /// The pixel formats that the encoder takes, the best first.
        var acceptedFormats: [AVPixelFormat] {
            didSet { if acceptedFormats != oldValue { built = nil } }
        }

        private let settings: PictureSettings
        private var thinning: FrameThinning?
        private var built: (input: FilterGraph.Input, graph: FilterGraph?)?

        /// - Throws: ``CaptureError`` with libavfilter's reason where the user's filter is none.
        init(_ settings: PictureSettings, accepting formats: [AVPixelFormat]) throws(CaptureError) {
            self.settings = settings
            acceptedFormats = formats
            thinning = settings.frameRate.map { FrameThinning(to: $0) }
            try settings.check()
        }

        /// How many pictures a second come out at most when this many go in.
        func frameRate(of input: Track.Rate?) -> Track.Rate? {
            guard let wanted = settings.frameRate else { return input }
            guard let input, input.framesPerSecond < wanted.framesPerSecond else { return wanted }
            return input
        }

        /// Takes a picture, with its time in microseconds, and hands out what is ready: mostly one.
        ///
        /// - Throws: What `body` throws; ``CaptureError`` where libavfilter refuses.
        func push(
            _ frame: RawFrame,
            _ body: (RawFrame) throws(CaptureError) -> Void
        ) throws(CaptureError) {
            if let time = frame.presentationTime, !(thinning?.takes(time) ?? true) { return }
            let input = FilterGraph.Input(frame)
            if built?.input != input {
                try drain(body)
                built = (
                    input,
                    try graphText(for: frame, input.orientation).map { text throws(CaptureError) in
                        try FilterGraph(text, input: input)
                    }
                )
            }
            guard let graph = built?.graph else { return try body(settle(frame)) }
            let rewrites = RewrittenColour(of: frame)
            do throws(LibavError) {
                try graph.push(frame)
            } catch {
                throw Self.failure(error)
            }
            try takeAll(of: graph) { output throws(CaptureError) in
                rewrites.label(output)
                output.setUpright()
                try body(output)
            }
        }

        /// Hands out what filters still hold, at the end.
        func finish(_ body: (RawFrame) throws(CaptureError) -> Void) throws(CaptureError) {
            try drain(body)
            built = nil
        }

        private func drain(_ body: (RawFrame) throws(CaptureError) -> Void) throws(CaptureError) {
            guard let graph = built?.graph else { return }
            // A graph that has had its end already says so; there is nothing in it then.
            try? graph.push(nil)
            try takeAll(of: graph, body)
        }

        private func takeAll(
            of graph: FilterGraph,
            _ body: (RawFrame) throws(CaptureError) -> Void
        ) throws(CaptureError) {
            while true {
                let frame: RawFrame?
                do throws(LibavError) {
                    frame = try graph.pull()
                } catch {
                    throw Self.failure(error)
                }
                guard let frame else { return }
                try body(frame)
            }
        }

        /// What is to be done to pictures like this one; `nil` for nothing.
        private func graphText(for frame: RawFrame, _ orientation: PictureOrientation) -> String? {
            let format = PixelFormats.equivalent(of: frame.pixelFormat)
            let isAccepted = acceptedFormats.contains(format)
            var filters = [orientation.filter, settings.graph.isEmpty ? nil : settings.graph].compactMap { $0 }
            let isRightSize = settings.size.map { $0.width == frame.width && $0.height == frame.height }
            let isEven = frame.width % 2 == 0 && frame.height % 2 == 0
            if filters.isEmpty, isAccepted, isRightSize ?? isEven { return nil }
            if settings.size == nil {
                // 4:2:0 has no odd numbers; a row or column less is seen by nobody, a scaled picture is.
                filters.append("crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0")
            }
            let size = settings.size.map { "w=\($0.width):h=\($0.height):" } ?? ""
            filters.append("scale=\(size)\(RewrittenColour(of: frame).scaleOptions)")
            if let target = PixelFormats.best(of: acceptedFormats, for: format) {
                filters.append("format=\(PixelFormats.name(target))")
            }
            return filters.joined(separator: ",")
        }

        /// A picture in a format of the accepted list by its own name.
        private func settle(_ frame: RawFrame) -> RawFrame {
            let format = PixelFormats.equivalent(of: frame.pixelFormat)
            guard format != frame.pixelFormat else { return frame }
            frame.pointer.pointee.format = format.rawValue
            frame.pointer.pointee.color_range = AVCOL_RANGE_JPEG
            return frame
        }

        private static func failure(_ error: LibavError) -> CaptureError {
            CaptureError(.failure, "The picture cannot be filtered: \(LibavLog.firstError ?? "\(error)").")
        }
    }

    extension PictureSettings {
        /// Checks what can be checked without a picture: that the user's filter is one.
        ///
        /// - Throws: ``CaptureError`` with libavfilter's reason.
        public func check() throws(CaptureError) {
            if let filter { try FilterGraph.check(filter) }
        }
    }
#endif
