// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./0e1a3c9fe6f42081/player.js";

"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTN0g1TDROtkxLNUszMTKwMNQvyEmsTC3SyypWsuYCAGJm/HsuAAAA
""")
}
