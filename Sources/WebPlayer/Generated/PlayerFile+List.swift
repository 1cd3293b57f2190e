// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// Of all files together, in hexadecimal digits.
    public static let hash = "477c25b66decbf1d"

    /// All but the pages.
    public static let assets = [
        playerJS, controlsJS, pageJS, galleryJS, mediasourceJS, workerJS, segmentsJS, workletJS, iconSVG, pageCSS, playerCSS,
    ]
}
