// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let pageCSS = PlayerFile(name: "page.css", text: ##"""
:root{color-scheme:light dark;--ground:#f6f7f9;--ink:#14181d;--soft:#57606a;--card:#fff;--line:#d5dae0}\##n@media (prefers-color-scheme:dark){:root{--ground:#0f1216;--ink:#e8ebef;--soft:#9aa5b1;--card:#181c22;--line:#2c333b}}\##n*{box-sizing:border-box}\##nbody{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}\##n[hidden]{display:none !important}\##n.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\##n.page{background:#000}\##n.page main{position:fixed;inset:0}\##n.page streamd-player{width:100%;height:100%;aspect-ratio:auto}\##n.gallery main{max-width:120rem;margin:0 auto;padding:clamp(.75rem,2vw,2rem)}\##n.gallery h1{font-size:1.3rem;margin:0 0 1rem}\##n.gallery form{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}\##n.gallery form :is(input,button){padding:.5rem .8rem;border:1px solid var(--line);border-radius:.4rem;background:var(--card);color:inherit;font:inherit}\##n.gallery ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem;margin:0;padding:0;list-style:none}\##n.gallery li a{display:block;overflow:hidden;border:1px solid var(--line);border-radius:.6rem;background:var(--card);color:inherit;text-decoration:none}\##n.gallery li a:is(:hover,:focus-visible){border-color:#4da3ff;outline:2px solid #4da3ff}\##n.gallery li div{display:flex;justify-content:space-between;gap:1rem;padding:.5rem .8rem}\##n.gallery li strong{overflow-wrap:anywhere}\##n.gallery li span,.gallery p{color:var(--soft)}\##n.gallery li span{white-space:nowrap}\##n
"""##, gzip: """
H4sIAAAAAAACA5VUy67jKBTc5ys8ilqKR8ZjJze5t2HT/zGaBTaH+HR4CXDijJV/H+Ekbud2L3o2CMOhqqhThnpr49haZT0JbQcaqMJjFzPB/YkRcvS2
N4Ku5UG+y6+MEDQnuq7f6o9aMEKClZGu9++H6sAZIS33qVZKRohCA3Qt9oJDdVt90yCQZxvnQYIP5IUxceUjnaT8oKxkva0PT0r4gAbkTPmV831Tz5T1
R91utzPrtt3tds3ttvpzbOxAAv6L5kgb6wV40tjhtmqsuI6a+yMaWrGGt6cH7Zn7zVNDziaZjzU0p5xJayKtD274qy73WbiGCJr0WARuAgngUd5Wf3co
BJh/RoHBKX6lxhrI/kDtrI/cxNuq7E0AMKOzASNaQ3kTrOojsAuK2NHaDayD1Idpas/gpbIXegdmrUJHHI8dRRMgbvbVl/y2Kh0/wri4yrqqqsdypjku
6CQOINh0mM4lIXrgWpAkGfz4UFJVX2Ypac6DgzYSzyNayvtob6vyyJUCf72TaD6Qx9lt5UGzp8tZqmaOC5Ga0Squ3aZ833vQxfZ8KbYedL4A6+oxmZ2a
B7Qudy9QVVZ70Itqab2e/ZYKBpYGcvHc0TSwI3e03C9AEkBWfYLIKIYNGtfHouljtCYfn4Knw1n5kSDuSUq9yYJVKLJ7QlL48scm8VxgH2j5Nh34HLAU
22e80HTgMd6z9fhY6OrVfLGjR8HSQCJop3iE9CP12gTqwQGPm+QxkahUodFoPmw0mk1qXDE1Iy9q6fN8cqNeOjr3pWIKQyQhXhVMwV0oUZjxWUujbHv6
KZr/x5nDbzsTYYhEQGun2Jlf6UqNo12SU1Bp2z6QMwZsFOTjg/YOuX4TfCcls32c3ortrPSx84or8Pwaq+99iCivpLUmgok0ON4CaSBeAMwPX3+Rmlfg
EL01x/Hp3z2p3FwvHfhPdwuOm2JecOPyUUqvYf5z+XjpMAKZxFFjE/ht9R8mEK0h7AUAAA==
""")
}
