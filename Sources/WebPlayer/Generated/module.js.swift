// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./2959ba2d1475fadb/player.js";\##n
"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTN7I0tUxKNEoxNDE3TUtMSdIvyEmsTC3SyypWsuYCABuaLZMuAAAA
""")
}
