import ArgumentParser

/// Which sound goes with the pictures.
struct SoundOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where sound comes from: an ALSA device such as hw:0, 'pulse', 'none', or 'input' for what the input has.",
            valueName: "source"
        ),
        completion: .list(["default", "hw:0", "input", "none", "pulse"])
    )
    var audio: String?

    @Option(help: ArgumentHelp("Bits a second for sound; by default 64k a channel.", valueName: "bits"))
    var audioBitrate: BitRate?
}
