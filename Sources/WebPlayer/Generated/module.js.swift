// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    /// What pages of other sites import: its address does not change with its content.
    public static let module = PlayerFile(name: "module.js", text: ##"""
export * from "./89db6bcbca6b56df/player.js";

"""##, gzip: """
H4sIAAAAAAACA0utKMgvKlHQUkgrys9VUNLTt7BMSTJLSk5KTjRLMjVLSdMvyEmsTC3SyypWsuYCAIxB5j8uAAAA
""")
}
