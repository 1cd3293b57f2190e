import BitCoding
import StreamCapture
import StreamClient
import StreamMedia
import StreamProtocol

/// Selects the feed for an input. Elementary streams are read directly; a capture reads everything else.
struct MediaFeedFactory {
    let options: PublishOptions

    init(_ options: PublishOptions) {
        self.options = options
    }

    /// The feed for the publisher with this outlet.
    ///
    /// - Throws: ``Failure`` if options contradict each other or the input cannot be read.
    func feed(to outlet: PublishOutlet, _ reporter: PublishReporter) throws -> any MediaFeed {
        if let source = try elementaryStream() {
            try rejectCaptureOptions()
            return ElementaryStreamFeed(
                source: source,
                to: outlet,
                rate: options.rate?.rate,
                speed: options.speed ?? 1,
                loops: options.loop
            )
        }
        #if Capture
            return CaptureFeed(try captureSettings(), outlet: outlet, report: reporter.report)
        #else
            // A missing file or one with other content is not a problem of the build.
            if let input = options.input, hasElementaryStreamSuffix(input), !options.wantsEncoder {
                try ByteSource(input).close()
                throw Failure(.badData, "\(input) holds neither H.264 (Annex B) nor AAC (ADTS).")
            }
            throw Failure(
                .unavailable,
                "This streamd was built without capture and publishes only .h264 and .aac files, and either on standard "
                    + "input with '-'; for other inputs build it with 'swift build -c release', which needs "
                    + "FFmpeg's libraries."
            )
        #endif
    }

    /// The input as an elementary stream to send without encoding; `nil` if it is none or needs encoding.
    func elementaryStream() throws -> ByteSource? {
        guard let input = options.input, options.inputFormat == nil else { return nil }
        if input == "-" {
            guard !options.wantsEncoder else {
                throw Failure(
                    .usage,
                    "Encoding standard input needs its format; give --input-format h264, mpegts, matroska…"
                )
            }
            return try ByteSource(input)
        }
        guard !options.wantsEncoder, options.audioOptions.audio == nil, ByteSource.isFile(input) else { return nil }
        let source = try ByteSource(input)
        let start = try source.start(of: ElementaryStreamFormat.probeLength)
        let format =
            hasElementaryStreamSuffix(input)
            ? ElementaryStreamFormat(detecting: start.span.bytes, isComplete: true)
            : ElementaryStreamFormat(beginning: start.span.bytes)
        guard format != nil else {
            source.close()
            return nil
        }
        return source
    }

    /// Whether the file name has the suffix of an elementary stream. Such a file may begin in the middle of an access
    /// unit.
    private func hasElementaryStreamSuffix(_ path: String) -> Bool {
        Self.suffixes.contains { path.lowercased().hasSuffix($0) }
    }

    private static let suffixes = [".h264", ".264", ".avc", ".26l", ".jvt", ".jsv", ".bit", ".bits", ".aac", ".adts"]

    private func rejectCaptureOptions() throws {
        let refused: [(String, Bool)] = [
            ("--audio", options.audioOptions.audio != nil),
            ("--audio-bitrate", options.audioOptions.audioBitrate != nil),
            ("--on-demand", options.live.onDemand),
            ("--keep-warm", options.live.keepWarm != nil),
            ("--rtsp-transport", options.rtspTransport != nil),
        ]
        if let name = refused.first(where: \.1)?.0 {
            throw Failure(.usage, "\(name) has no effect on a single elementary stream; leave it out.")
        }
    }
}
