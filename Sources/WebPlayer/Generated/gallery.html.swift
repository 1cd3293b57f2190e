// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/c6119a1ca71a849b/icon.svg">\##n<link rel="stylesheet" href="/@/c6119a1ca71a849b/page.css">\##n<link rel="preload" as="style" href="/@/c6119a1ca71a849b/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/c6119a1ca71a849b/player.js">\##n<script type="module" src="/@/c6119a1ca71a849b/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz2rDMAyH73kKzeemITC2DuKw867dC6i2Gnt17GCpKXn7kfQP6xjdSUj6fR/Cbp5sMjINBE760BbNXCBg7LSiqNqi6UkQjMPMJFod
ZV9ubuOIPWk1ejoNKYsCk6JQFK1O3orTlkZvqFyaFfjoxWMo2WAgXa/gypV7L9qkkfIvsUkh5ZKNo55+yIPvnIDFfJjz4iVQu5VM2HNTnduiCT4eIFPQ
ypsUFbhMe62q98q81PUb1gZfa9w8v+2qeb/msVN3FMsUiB2RPGIH7GhtmO/ZIVNIaBUgX0QPHQEnyosFTE7MKfvOxztjn+wx0M37r+xruYhN9oPA/L1X
hQLO5m+0wxAoTwvbVGe2LZpdshOYgMxaXSKzO6ZL4tN5hvkdIBJZhg8ccbus1k11SxXfRVVFC2kCAAA=
""")
}
