#if Capture
    import CFFmpeg
    import StreamProtocol

    /// Does to the pictures of an input what the user wants: turns, filters and thins them out. ``PictureFitting`` makes
    /// of the outcome what an encoder takes.
    ///
    /// Confined to one thread. Where nothing is to be done to a picture it passes as it is. Pictures that change their
    /// size or format on the way do no harm; what comes out may then change too.
    final class VideoFilter {
        private let settings: PictureSettings
        private var thinning: FrameThinning?
        private var built: (input: FilterGraph.Input, graph: FilterGraph?)?

        /// - Throws: ``CaptureError`` with libavfilter's reason where the user's filter is none.
        init(_ settings: PictureSettings) throws(CaptureError) {
            self.settings = settings
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
                    try graphText(for: input.orientation).map { text throws(CaptureError) in
                        try FilterGraph(text, input: input)
                    }
                )
            }
            guard let graph = built?.graph else { return try body(frame) }
            do throws(LibavError) { try graph.push(frame) } catch { throw CaptureError(filtering: error) }
            try takeAll(of: graph, body)
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
                do throws(LibavError) { frame = try graph.pull() } catch { throw CaptureError(filtering: error) }
                guard let frame else { return }
                frame.setUpright()
                try body(frame)
            }
        }

        /// What is to be done to pictures that are meant to be shown this way; `nil` for nothing.
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
        /// Checks what can be checked without a picture: that the user's filter is one.
        ///
        /// - Throws: ``CaptureError`` with libavfilter's reason.
        public func check() throws(CaptureError) {
            if let filter { try FilterGraph.check(filter) }
        }
    }
#endif
