// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./8d6e2b26d10c3a0d/player.js";

"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTt0gxSzVKMjJLMTRINk40SNEvyEmsTC3SyypWsuYCANBMIVguAAAA
""")
}
