// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./bf4d785050c51590/player.js";

"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTT0ozSTG3MDUwNUg2NTS1NNAvyEmsTC3SyypWsuYCAFvubVMuAAAA
""")
}
