import StreamCapture
import StreamClient
import StreamMedia
import StreamProtocol

/// Which way an input takes: elementary streams are read here, all else goes through a capture.
struct PublishRoute {
    let command: PublishCommand

    init(_ command: PublishCommand) {
        self.command = command
    }

    /// What feeds `publisher`.
    ///
    /// - Throws: ``Failure`` where the options do not go together, or the input cannot be read.
    func feed(to publisher: StreamPublisher, _ narrator: PublishNarrator) throws -> any MediaFeed {
        if let source = try elementaryStream() {
            try refuseWhatOnlyCapturesTake()
            return PublishFeed(
                source: source,
                publisher: publisher,
                rate: command.rate?.rate,
                speed: command.speed ?? 1,
                loops: command.loop
            )
        }
        #if Capture
            return CaptureFeed(try captureSettings(), publisher: publisher, say: narrator.say)
        #else
            // One that is not there, or holds something else, is not to be blamed on the build.
            if let input = command.input, isCalledElementaryStream(input), !command.wantsEncoder {
                try ByteSource(input).close()
                throw Failure(.badData, "\(input) holds neither H.264 (Annex B) nor AAC (ADTS).")
            }
            throw Failure(
                .unavailable,
                "This streamd was built without capture: it publishes .h264 and .aac files, and either on standard "
                    + "input with '-'; for everything else build it with 'swift build -c release', which needs "
                    + "FFmpeg's libraries."
            )
        #endif
    }

    /// The input as an elementary stream that is sent as it is; `nil` where it is none, or is to be encoded.
    private func elementaryStream() throws -> ByteSource? {
        guard let input = command.input, command.inputFormat == nil else { return nil }
        if input == "-" {
            guard !command.wantsEncoder else {
                throw Failure(
                    .usage,
                    "To encode what comes on standard input, say what it is: --input-format h264, mpegts, matroska…"
                )
            }
            return try ByteSource(input)
        }
        guard !command.wantsEncoder, command.sound.audio == nil, ByteSource.isFile(input) else { return nil }
        let source = try ByteSource(input)
        let start = try source.start(of: ElementaryStreamFormat.probeLength)
        let format =
            isCalledElementaryStream(input)
            ? ElementaryStreamFormat(detecting: start.span.bytes, isComplete: true)
            : ElementaryStreamFormat(beginning: start.span.bytes)
        guard format != nil else {
            source.close()
            return nil
        }
        return source
    }

    /// Whether a file's name says that it holds an elementary stream, which may then begin in the middle of something.
    private func isCalledElementaryStream(_ path: String) -> Bool {
        Self.endings.contains { path.lowercased().hasSuffix($0) }
    }

    private static let endings = [".h264", ".264", ".avc", ".26l", ".jvt", ".jsv", ".bit", ".bits", ".aac", ".adts"]

    private func refuseWhatOnlyCapturesTake() throws {
        let refused: [(String, Bool)] = [
            ("--audio", command.sound.audio != nil),
            ("--audio-bitrate", command.sound.audioBitrate != nil),
            ("--on-demand", command.live.onDemand),
            ("--keep-warm", command.live.keepWarm != nil),
            ("--rtsp-transport", command.rtspTransport != nil),
        ]
        if let name = refused.first(where: \.1)?.0 {
            throw Failure(.usage, "\(name) has no effect on a single elementary stream; leave it out.")
        }
    }
}

extension PublishCommand {
    /// Whether something is asked for that only an encoder can give.
    var wantsEncoder: Bool { encoding.isGiven || picture.isGiven }
}
