import ArgumentParser
import StreamClient

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send a camera, a file or another stream to a relay.",
        discussion: """
            INPUT is one of these:

              nothing                  the first camera
              /dev/video0, /dev/v4l/by-id/…
                                       this camera ('streamd devices' lists them)
              test:                    a test picture with a clock, and a tone
                                       once a second
              test:size=640x360,rate=30
                                       the same, with another size and rate
              film.mp4, film.h264, …   a file, in real time
              rtsp://…, http://…, rtmp://…
                                       a stream on the network
              rtmp://127.0.0.1:1935/live?listen
                                       waits for a program, such as OBS, to send it
              -                        H.264 or AAC on standard input, or the format
                                       of --input-format

            Inputs that are H.264 and AAC already are not encoded again; all others are encoded. VA-API encodes \
            pictures if there is a GPU, else software does. The encoder holds no picture back.

            A pipe that delivers in real time, such as a camera program's, is sent as it comes. A faster pipe is sent \
            at the pace of its timestamps, as a file is. Files that are joined in one pipe play without a gap.

            The command opens the input and the encoder, and then announces the stream to the relay; with --on-demand it \
            announces the stream at once.

            The publisher keeps trying when the relay, or a camera on the network, is not reachable or goes away; a \
            relay accepts it again under the same name at once. SIGTERM, with which a service manager stops or restarts \
            it, interrupts the stream of a live input, a pipe or a file with --loop: viewers stay and wait for the next \
            publisher. Ctrl-C and the end of the input end the stream, and with --end SIGTERM does too. The bit rate falls \
            when the path to the relay carries less, and rises again later.

              streamd publish --to relay.example.org/studio
              streamd publish /dev/video0 --size 1280x720 --fps 30 --audio hw:1
              streamd publish test: --bitrate 2M
              streamd publish film.mp4 --loop --to tls://relay.example.org/film
              ffmpeg … -f mpegts - | streamd publish - --input-format mpegts
              streamd publish --config cameras.yaml

            A file of --config has several streams, each with its input and options; every option but --stats and --quiet \
            is a key there. Each stream begins, fails and tries again by itself. The file is read again when it changes, \
            and on SIGHUP: streams whose options are as before go on.

            A file on a terminal has a line with the progress: the position, frames and bits a second, viewers, and what \
            waits for the network. --stats prints it for every input; where standard error is no terminal, as a JSON \
            object every second: position (seconds of media sent), frames, fps, bitRate (bits per second), viewers, \
            leftOut (frames), connected, backlogBytes and backlogAge (milliseconds).
            """
    )

    @OptionGroup var options: PublishOptions

    @Option(
        help: ArgumentHelp(
            "A YAML or JSON file with several streams, in place of INPUT and options.",
            valueName: "file"
        ),
        completion: .file()
    )
    var config: String?

    @Flag(help: "Check the file of --config and the files that it names, print 'ok' or all errors, and end.")
    var checkConfig = false

    @Flag(help: "Print statistics every second; a file on a terminal has them anyway.")
    var stats = false

    @Flag(help: "Print errors only, and the statistics of --stats.")
    var quiet = false

    func validate() throws {
        if checkConfig, config == nil { throw ValidationError("--check-config checks the file of --config; name it.") }
        if let config, options.isGiven || stats {
            throw ValidationError(
                "With --config, the options stand in \(config); leave those on the command line out, but for --quiet."
            )
        }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            if let config { return try await publishStreams(of: config) }
            let job = try PublishJob(options, isQuiet: quiet, showsStatistics: stats)
            try await Signals.runUntilSignal(stop: job.stop) {
                do {
                    try await job.run()
                } catch {
                    throw Self.failure(error)
                }
            }
        }
    }

    /// Says where the name is that another publisher has.
    static func failure(_ error: any Error) -> any Error {
        let converted = Failure.from(error)
        guard let failure = converted as? Failure, let error = error as? ClientError,
            error.ending?.code == .streamTaken, error.reason.contains("choose another name")
        else { return converted }
        return Failure(
            failure.status,
            failure.message.sentence(with: " (the name is a part of --to, as in HOST:PORT/NAME)")
        )
    }

    private func publishStreams(of config: String) async throws {
        let file = try StreamsFile.read(config)
        guard !checkConfig else { return print("ok") }
        let group = PublishGroup(file, isQuiet: quiet)
        try await Signals.runUntilSignal(stop: group.stop) { await group.run() }
    }
}
