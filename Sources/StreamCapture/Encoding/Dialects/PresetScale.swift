/// The names of x264's presets as a scale, for encoders that count instead.
enum PresetScale {
    /// From the fastest to the slowest.
    static let names = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    /// For humans.
    static let list = names.joined(separator: ", ")

    /// Where a preset is on a scale from 1, the fastest, to `slowest`; `nil` for a name that is none of the scale's.
    static func position(of name: String, slowest: Int) -> Int? {
        names.firstIndex(of: name).map { 1 + ($0 * (slowest - 1) + (names.count - 1) / 2) / (names.count - 1) }
    }
}
