// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// Of all files together, in hexadecimal digits.
    public static let hash = "45183cb754459b5d"

    /// All but the pages.
    public static let assets = [
        playerJS, controlsJS, pageJS, galleryJS, mediasourceJS, workerJS, playbackJS, segmentsJS, workletJS, iconSVG, pageCSS, playerCSS,
    ]
}
