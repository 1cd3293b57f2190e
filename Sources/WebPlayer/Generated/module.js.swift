// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./8bbf87fc7592fdc7/player.js";\##n
"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTt0hKSrMwT0s2N7U0SktJNtcvyEmsTC3SyypWsuYCAC0z1jwuAAAA
""")
}
