// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/69d2849de08b1fa2/icon.svg">\##n<link rel="stylesheet" href="/@/69d2849de08b1fa2/page.css">\##n<link rel="preload" as="style" href="/@/69d2849de08b1fa2/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/69d2849de08b1fa2/player.js">\##n<script type="module" src="/@/69d2849de08b1fa2/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz2rDMAyH73kKzeemWcsYHdhh5127F1BtNfHq2MFSU/L2I+kf1jG6k5D0+z6ErZ9csjL2BK10oS70VCBgbIyiqOpCdyQItsXMJEYd
ZV9ubuOIHRk1eDr1KYsCm6JQFKNO3klrHA3eUjk3C/DRi8dQssVAZrWAK1fuvRibBsq/xDaFlEu2LXX0Qx580wo4zIcpL14C1VvJhB3r6twWOvh4gEzB
KG9TVNBm2htVvVevb269eXlz9LzZrfa4rqb9kodG3VEsYyBuieQR22NDS8t8z/aZQkKnAPkieugIOFKeLWBzYk7ZNz7eGbvkjoFu3n9lX/NFbLPvBabv
vSoUcLZ/ow2GQHmcWV2d2brQu+RGsAGZjbpEJndMl8Rn6xmmd4BI5Bg+cMDtvFrq6pYqvgE3RxySaQIAAA==
""")
}
