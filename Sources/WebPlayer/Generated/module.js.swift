// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./c0d17b7750f1e9a8/player.js";\##n
"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTTzZIMTRPMjc3NUgzTLVMtNAvyEmsTC3SyypWsuYCANJfuB8uAAAA
""")
}
