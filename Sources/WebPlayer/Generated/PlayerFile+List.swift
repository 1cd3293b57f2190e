// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// Of all files together, in hexadecimal digits.
    public static let hash = "0f851777b34e2bc1"

    /// All but the pages.
    public static let assets = [
        playerJS, controlsJS, pageJS, galleryJS, mediasourceJS, workerJS, playbackJS, segmentsJS, workletJS, iconSVG, pageCSS, playerCSS,
    ]
}
