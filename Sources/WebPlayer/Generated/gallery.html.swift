// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/2959ba2d1475fadb/icon.svg">\##n<link rel="stylesheet" href="/@/2959ba2d1475fadb/page.css">\##n<link rel="preload" as="style" href="/@/2959ba2d1475fadb/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/2959ba2d1475fadb/player.js">\##n<script type="module" src="/@/2959ba2d1475fadb/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz2rDMAyH73kKzeemoWVlG9hh5127F1BtNfHq2MFSU/L2I+kf1jG6k5D0+z6ErZ9csjL2BK10oS70VCBgbIyiqOpCdyQItsXMJEYd
ZV++3sYROzJq8HTqUxYFNkWhKEadvJPWOBq8pXJuFuCjF4+hZIuBzGoBV67cezE2DZR/iW0KKZdsW+rohzz4phVwmA9TXrwEqreSCTvW1bktdPDxAJmC
Ud6mqKDNtDeqeq/Wb5u3Ha7d6vlls0e3q6b9kodG3VEsYyBuieQR22NDS8t8z/aZQkKnAPkieugIOFKeLWBzYk7ZNz7eGbvkjoFu3n9lX/NFbLPvBabv
vSoUcLZ/ow2GQHmcWV2d2brQu+RGsAGZjbpEJndMl8Rn6xmmd4BI5Bg+cMDtvFrq6pYqvgFfRh+BaQIAAA==
""")
}
