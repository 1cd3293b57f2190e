// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let pageCSS = PlayerFile(name: "page.css", text: ##"""
:root{color-scheme:light dark;--ground:#f6f7f9;--ink:#14181d;--soft:#57606a;--card:#fff;--line:#d5dae0;}
@media (prefers-color-scheme:dark){:root{--ground:#0f1216;--ink:#e8ebef;--soft:#9aa5b1;--card:#181c22;--line:#2c333b;}}
*{box-sizing:border-box;}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif;}
[hidden]{display:none !important;}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);}
.page{background:#000;}
.page main{position:fixed;inset:0;}
.page streamd-player{width:100%;height:100%;aspect-ratio:auto;}
.gallery main{max-width:120rem;margin:0 auto;padding:clamp(.75rem,2vw,2rem);}
.gallery h1{font-size:1.3rem;margin:0 0 1rem;}
.gallery form{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0;}
.gallery form :is(input,button){padding:.5rem .8rem;border:1px solid var(--line);border-radius:.4rem;background:var(--card);color:inherit;font:inherit;}
.gallery ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem;margin:0;padding:0;list-style:none;}
.gallery li a{display:block;overflow:hidden;border:1px solid var(--line);border-radius:.6rem;background:var(--card);color:inherit;text-decoration:none;}
.gallery li a:is(:hover,:focus-visible){border-color:#4da3ff;outline:2px solid #4da3ff;}
.gallery li div{display:flex;justify-content:space-between;gap:1rem;padding:.5rem .8rem;}
.gallery li strong{overflow-wrap:anywhere;}
.gallery li span,.gallery p{color:var(--soft);}
.gallery li span{white-space:nowrap;}

"""##, gzip: """
H4sIAAAAAAACA5VUzZKzNhC8+ylIub4qk0IO2GvvftIl75HKQaARTKy/koSNQ/ndU8KGtTd7SC4qEDPdrZ5G1Fsbx8Yq60loOtBAFbZdzAT3J0ZI621v
BF3Lo3yXPxkhaE50Xb1VH5VghAQrI10f3o/lkTNCGu5TrZSMEIUG6FocBIeS3Va/axDIs43zIMEH8kKZyPKRTlo+OUtZ7arjzAkfUINcOH9yfqirhbP6
qJrdbqHdNfv9vma32+rXsbYDCfg3mpbW1gvwpLYDu61qK66j5r5FQ0tW8+b0ID5zv5lV5GwS+thDc8qZtCbS6uiG36rtIQvXEEGTHovATSABPEp2W/3R
oRBg/hwFBqf4lRprIPsFtbM+chPZbbXtTQAwo7MBI1pDeR2s6iOwC4rY0coNrIM0jOnRnsFLZS/0jswahY44HjuKJkDcHMofeUJ1vIXx6TTrsizn/Uxz
fCKUOIBgUzv9rAnRA9eCJNngx4eYsvyxqEnPPDhoIvE8oqW8jzb1t1wp8Nc7jeYDeTTvSg+azV5nU7njQqSZNIprt9m+HzzoYne+FDsPOn9G66oxeZ6G
CLTa7l+wyqxK70/l0nq92C4VDCwt5OK5o2lhLXd0e3hCSQhZ+RUjoxg2aFwfi7qP0Zp8nDVP3dn2I2HcM5VGlAWrUGT3qKQc5o+PxHOBfaDbt6nha9JS
guecoenAY7yHbH55Etar5WitR8HSQiJop3iE9FP12gTqwQGPm+QzkahUodFoPmw0mk2aXjENJC8q6fN88qN6NnWZTckUhkhCvCqYEvwsRWHGFzG1ss3p
Xxn9P94c/7M3EYZIBDR2Cp/5VliaHe2SnoJK2/SBnDFgrSAfH7x3zPWb4Hspme3jdHPsFqnzl1dggefXbP3Vh4jyShprIphIg+MNkBriBcB8Wvtdcl6R
Q/TWtONs4T2v3FwvHfivxwuOm2LZcOPzHZWux/yb+vHSYQQy6aPGTn/CbfUP0qsciwAGAAA=
""")
}
