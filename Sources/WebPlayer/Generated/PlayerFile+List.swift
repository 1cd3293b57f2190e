// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// Of all files together, in hexadecimal digits.
    public static let hash = "62cb8863dc256e4f"

    /// All but the pages.
    public static let assets = [
        playerJS, controlsJS, pageJS, galleryJS, mediasourceJS, workerJS, playbackJS, segmentsJS, workletJS, iconSVG, pageCSS, playerCSS,
    ]
}
