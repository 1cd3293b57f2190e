// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/493d78e67bd4e7b8/icon.svg">\##n<link rel="stylesheet" href="/@/493d78e67bd4e7b8/page.css">\##n<link rel="preload" as="style" href="/@/493d78e67bd4e7b8/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/493d78e67bd4e7b8/player.js">\##n<script type="module" src="/@/493d78e67bd4e7b8/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz2rDMAyH73kKzeemYaysHdhh5127F1BtNfHq2MFSU/L2I+kf1jG6k5D0+z6ErZ9csjL2BK10oS70VCBgbIyiqOpCdyQItsXMJEYd
ZV9ubuOIHRk1eDr1KYsCm6JQFKNO3klrHA3eUjk3C/DRi8dQssVA5nkBV67cezE2DZR/iW0KKZdsW+rohzz4phVwmA9TXrwEqreSCTvW1bktdPDxAJmC
Ud6mqKDNtDeqeq9Wby9uvaHX9c6taL3bVNN+yUOj7iiWMRC3RPKI7bGhpWW+Z/tMIaFTgHwRPXQEHCnPFrA5MafsGx/vjF1yx0A377+yr/kittn3AtP3
XhUKONu/0QZDoDzOrK7ObF3oXXIj2IDMRl0ikzumS+Kz9QzTO0AkcgwfOOB2Xi11dUsV30oovRtpAgAA
""")
}
