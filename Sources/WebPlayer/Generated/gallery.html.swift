// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Streams</title>
<link rel="icon" href="/@/4c6dc4e806b40c77/icon.svg">
<link rel="stylesheet" href="/@/4c6dc4e806b40c77/page.css">
<link rel="preload" as="style" href="/@/4c6dc4e806b40c77/player.css" crossorigin>
<link rel="modulepreload" href="/@/4c6dc4e806b40c77/player.js">
<script type="module" src="/@/4c6dc4e806b40c77/gallery.js"></script>
<body class="gallery">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA4WRz27CMAyH730KL2dKmYRgh6baeVf2AsExTUaaVLEp6ttPLX80pomdLNu/75OV1C82oYw9gZMuNEU9FQgmtlpRVE1RdyQG0JnMJFqd
5FC+3cfRdKTV4OncpywKMEWhKFqdvRWnLQ0eqZybBfjoxZtQMppA+nUBN648eNGYBsq/xJhCyiWjo45+yINvnYA1+TjlxUugZieZTMd1dWmLOvh4hExB
K48pKnCZDlpV79UaNxbX9Lba7Ncr3G6rab/koVUPFMsYiB2RPGN709ISmR/ZPlNIxiowfBU9dQQzUp4tgDkxp+xbHx+MXbKnQHfvv7Kv+SLG7HuB6Xtv
CgWc8W+0NSFQHme2ri5sU9T7ZEfAYJi1ukYmd0zXxKfzDNM7QCSyDB9mMLt5tayre6r4BuJdlO9pAgAA
""")
}
