// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/62cb8863dc256e4f/icon.svg">\##n<link rel="stylesheet" href="/@/62cb8863dc256e4f/page.css">\##n<link rel="preload" as="style" href="/@/62cb8863dc256e4f/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/62cb8863dc256e4f/player.js">\##n<script type="module" src="/@/62cb8863dc256e4f/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6igHTDknFmet4gSzx2jA3qWKvU98etfsjhtA4WbZ/3ycr0U8+ORl7hFY6qgs9FSAbG6MwqrrQHYoF19rMKEYd
ZV9ubuNoOzRqCHjqUxYFLkXBKEadgpfWeByCw3JuFhBikGCpZGcJzfMCrly5D2JcGjD/ErtEKZfsWuzwh5xC0wp4mw9TXoIQ1lvJaDvW1bktNIV4gIxk
VHApKmgz7o2q3qv1yu02m/WLd6u3Nb7uq2m/5KFRdxTLSMgtojxie9vg0jHfs31GStYrsHwRPXSQHTHPFnA5MaccmhDvjF3yR8Kb91/Z13wRuxx6gel7
rwoFnN3faGOJMI8zq6szWxd6l/wIjiyzUZfI5I7pkvhsA8P0DhARPcOHHex2Xi11dUsV3+o/4FdpAgAA
""")
}
