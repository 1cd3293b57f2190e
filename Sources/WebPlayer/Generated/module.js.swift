// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./0b0648e66d5ca0fb/player.js";

"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTN0gyMDOxSDUzSzFNTjRIS9IvyEmsTC3SyypWsuYCAC5T2K8uAAAA
""")
}
