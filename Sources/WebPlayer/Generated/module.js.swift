// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./4c6dc4e806b40c77/player.js";

"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTN0k2S0k2SbUwMEsyMUg2N9cvyEmsTC3SyypWsuYCADWrGFMuAAAA
""")
}
