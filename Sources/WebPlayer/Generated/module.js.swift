// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./d3339662087532c5/player.js";

"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTTzE2NrY0MzMysDA3NTZKNtUvyEmsTC3SyypWsuYCAC7Vr0kuAAAA
""")
}
