// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/1e00819a6d55009c/icon.svg">\##n<link rel="stylesheet" href="/@/1e00819a6d55009c/page.css">\##n<link rel="preload" as="style" href="/@/1e00819a6d55009c/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/1e00819a6d55009c/player.js">\##n<script type="module" src="/@/1e00819a6d55009c/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz27CMAyH730KL2dK4cAEUlPtvCt7AS8xTUaaVLEp6ttPLX80pomdLNu/75OV1C82GRl7AiddaIp6KhAwtlpRVE1RdyQIxmFmEq1O
cii393HEjrQaPJ37lEWBSVEoilZnb8VpS4M3VM7NAnz04jGUbDCQXi/gxpUHL9qkgfIvsUkh5ZKNo45+yINvnYDFfJzy4iVQs5dM2HFdXdqiDj4eIVPQ
ypsUFbhMB62qt2pNq9V2vcNXu9msVjtTTfslD616oFjGQOyI5BnbY0tLw/zI9plCQqsA+Sp66gg4Up4tYHJiTtm3Pj4Yu2RPge7ef2Vf80Vssu8Fpu+9
KRRwNn+jLYZAeZzZurqwTVF/JjuCCcis1TUyuWO6Jj6cZ5jeASKRZXjHAffzallX91TxDaH8CxppAgAA
""")
}
