// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// Of all files together, in hexadecimal digits.
    public static let hash = "0b0648e66d5ca0fb"

    /// All but the pages.
    public static let assets = [
        playerJS, controlsJS, pageJS, galleryJS, mediasourceJS, workerJS, segmentsJS, workletJS, iconSVG, pageCSS, playerCSS,
    ]
}
