// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./0f851777b34e2bc1/player.js";\##n
"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTN0izMDU0NzdPMjZJNUpKNtQvyEmsTC3SyypWsuYCAF21fqQuAAAA
""")
}
