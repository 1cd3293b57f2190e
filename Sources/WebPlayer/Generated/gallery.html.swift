// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/c0d17b7750f1e9a8/icon.svg">\##n<link rel="stylesheet" href="/@/c0d17b7750f1e9a8/page.css">\##n<link rel="preload" as="style" href="/@/c0d17b7750f1e9a8/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/c0d17b7750f1e9a8/player.js">\##n<script type="module" src="/@/c0d17b7750f1e9a8/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz27CMAyH730KL2dK4TDBpKbaeVf2AiYxTUaaVLEp6ttPLX80pomdLNu/75OV1C82GRl7AiddaIp6KhAwtlpRVE1RdyQIxmFmEq1O
cii393HEjrQaPJ37lEWBSVEoilZnb8VpS4M3VM7NAnz04jGUbDCQXi/gxpUHL9qkgfIvsUkh5ZKNo45+yINvnYDFfJzy4iVQs5NM2HFdXdqiDj4eIVPQ
ypsUFbhMB62q98qs7Hqz32xeV4c1veG2mvZLHlr1QLGMgdgRyTO2x5aWhvmR7TOFhFYB8lX01BFwpDxbwOTEnLJvfXwwdsmeAt29/8q+5ovYZN8LTN97
UyjgbP5GWwyB8jizdXVhm6LeJzuCCcis1TUyuWO6Jj6dZ5jeASKRZfjAAXfzallX91TxDd57jJhpAgAA
""")
}
