// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./38ca885066f00fda/player.js";\##n
"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTN7ZITrSwMDUwM0szMEhLSdQvyEmsTC3SyypWsuYCAGAVGTQuAAAA
""")
}
