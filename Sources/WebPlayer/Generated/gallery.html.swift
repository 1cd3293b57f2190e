// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/45183cb754459b5d/icon.svg">\##n<link rel="stylesheet" href="/@/45183cb754459b5d/page.css">\##n<link rel="preload" as="style" href="/@/45183cb754459b5d/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/45183cb754459b5d/player.js">\##n<script type="module" src="/@/45183cb754459b5d/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz2rDMAyH73kKzeemoaxlG9hh5127F3BtNfGq2MFSU/L2I+kf1jG6k5D0+z6ErZ98cjL2CK10VBd6KkA2NkZhVHWhOxQLrrWZUYw6
yr58vY2j7dCoIeCpT1kUuBQFoxh1Cl5a43EIDsu5WUCIQYKlkp0lNKsFXLlyH8S4NGD+JXaJUi7ZtdjhDzmFphXwNh+mvAQhrLeS0Xasq3NbaArxABnJ
qOBSVNBm3BtVvVfrzer12e1eNuv15m238dW0X/LQqDuKZSTkFlEesb1tcOmY79k+IyXrFVi+iB46yI6YZwu4nJhTDk2Id8Yu+SPhzfuv7Gu+iF0OvcD0
vVeFAs7ub7SxRJjHmdXVma0LvUt+BEeW2ahLZHLHdEl8toFhegeIiJ7hww52O6+Wurqlim+1BODHaQIAAA==
""")
}
