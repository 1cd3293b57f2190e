// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./5f53066b30af9a7c/player.js";\##n
"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTN00zNTYwM0syNkhMs0w0T9YvyEmsTC3SyypWsuYCABbMma4uAAAA
""")
}
