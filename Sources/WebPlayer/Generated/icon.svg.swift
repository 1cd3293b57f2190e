// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let iconSVG = PlayerFile(name: "icon.svg", text: ##"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1463b8"/><path d="M12 9v14l12-7z" fill="#fff"/></svg>\##n
"""##, gzip: """
H4sIAAAAAAACAz3NSwrCMBRA0bmreDzHNr9iVZIMnLsItflBtCUJSXD1UgRnd3Dgylwd9Fd8Z4W+lPVCSGttaGJYkiOcUkpydQg1mHZdukIKFAQHwVHL
ZJ4FWpiLVyg4gjfB+fLr1BVOCDbEqHDPxqN4nJBoud6Lh1nhjXE4VzZGxg/T5w+ttZvapnr3BflfVD2dAAAA
""")
}
