// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let pageCSS = PlayerFile(name: "page.css", text: ##"""
:root { color-scheme: light dark; --ground: #f6f7f9; --ink: #14181d; --soft: #57606a; --card: #fff; --line: #d5dae0; }\##n@media (prefers-color-scheme: dark) { :root { --ground: #0f1216; --ink: #e8ebef; --soft: #9aa5b1; --card: #181c22; --line: #2c333b; } }\##n* { box-sizing: border-box; }\##nbody { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }\##n[hidden] { display: none !important; }\##n.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }\##n.page { background: #000; }\##n.page main { position: fixed; inset: 0; }\##n.page streamd-player { width: 100%; height: 100%; aspect-ratio: auto; }\##n.gallery main { max-width: 120rem; margin: 0 auto; padding: clamp(.75rem, 2vw, 2rem); }\##n.gallery h1 { font-size: 1.3rem; margin: 0 0 1rem; }\##n.gallery form { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0; }\##n.gallery form :is(input, button) { padding: .5rem .8rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); color: inherit; font: inherit; }\##n.gallery ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }\##n.gallery li a { display: block; overflow: hidden; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: inherit; text-decoration: none; }\##n.gallery li a:is(:hover, :focus-visible) { border-color: #4da3ff; outline: 2px solid #4da3ff; }\##n.gallery li div { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem .8rem; }\##n.gallery li strong { overflow-wrap: anywhere; }\##n.gallery li span, .gallery p { color: var(--soft); }\##n.gallery li span { white-space: nowrap; }\##n
"""##, gzip: """
H4sIAAAAAAACA5VVXY/bKhR8319xrqJKcRVy7WST3eKX/o/qPmBzsE+DAQFOnBvtf69w4qzT3T70BZmvOcPMgLm3NsIFaqutZ6FusUMOmpo2ghT+UAJj
jbe9kRwWaq9e1Lc0RObAYVE8F6+FTP1gVeSw2L3s871IA7Xw4w6lUk+TQQ4LuZMC8xLenr53KEnA0nlU6AN7LJ8KZ3ABfiM3o5CrYlPs3yngK1aoZhS+
CbGrihmF4rWoN5sZi0293W6rEt7g7ekrXKCyAwv0P5mGQ2W9RM8qOySWlZVnuEAnfEOGQ15CJerDxOUo/HJilpVXBadRMoesBGVN5FDs3fBvsd5BOIeI
HetpBUGYwAJ6UqnOj5akRPMfXEBScFqcORhrEP6hzlkfhYlp2bo3AdHABZwNFMkaDqIKVvcRSziRjC2Hwg0ltJgMvHXsEb3S9sThWqaEWpNjTqTlZALG
5S7/ko0VnGgwSTI75iLP8/e5TtAjAUUDyvKKM0o0rQzRo+gkS8dBD5c7wTz/MmM49kRwWEfmRSTLQfTRjjiN0Br9eSraiYFNIJvcY1e+W3Pb5ISUo5G1
Fp1brl92HrsVbI6nFWw8dtkDblvAZTQp+Y8civX2N9QcinFktklZ382NUhqHcmzZyQvHIbUlNOlzvXvAS1g3iR7QOIUlGdfHFVR9jNak8N+PMoLA+nWE
ugZ0dBaC1SRvgUvZzqZp5oWkPnBYP183fUhtuhvvmSXToqc4BfbenfHs9fzMjSdZji2L2DktIqYr3HcmcPDoUMRlMoQp0noFHZlODMuOzDL5vYLRvWwF
hfJZdtOqeJR+5mVegqYQWYhnjdeb8cBNE4g5u0rb+vBZ7v9SvP3fiRdxiExibccYmz8QTV7zNnFbAVe27gM7UqBKYza+RSOFG/TiWYptekFtH6+P1+bO
/D73iC/p+DGcP/sQSZ1ZbU3E5HBwokZWYTxh0mWm/+epe6wRoremgctd4VvwhTmfWvQfzhycMCu4j7jpdzPpmV7u7LNN6dFoKSIb+SZBr3fr7ekX4cE7
z7cGAAA=
""")
}
