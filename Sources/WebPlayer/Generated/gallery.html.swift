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
<link rel="icon" href="/@/0e1a3c9fe6f42081/icon.svg">
<link rel="stylesheet" href="/@/0e1a3c9fe6f42081/page.css">
<link rel="preload" as="style" href="/@/0e1a3c9fe6f42081/player.css" crossorigin>
<link rel="modulepreload" href="/@/0e1a3c9fe6f42081/player.js">
<script type="module" src="/@/0e1a3c9fe6f42081/gallery.js"></script>
<body class="gallery">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6boDQkJqJM9fxAiZxm7A0qWKvU98etfsjhtA4WbZ/3ycrqR9sMjL2BE66sC3qqUDA2GpFUW2LuiNBMA4zk2h1
kKbcXMcRO9Jq8HTsUxYFJkWhKFodvRWnLQ3eUDk3C/DRi8dQssFAer2AC1c2XrRJA+VfYpNCyiUbRx39kAffOgGLeT/lxUug7U4yYcd1dWqLOvi4h0xB
K29SVOAyNVpVb9WK1vhkXht6aZ4fV5t1Ne2XPLTqhmIZA7Ejkntsjy0tDfMt22cKCa0C5LPoriPgSHm2gMmJOWXf+nhj7JI9BLp6/5V9zRexyb4XmL73
olDA2fyNthgC5XFm6+rEbov6M9kRTEBmrc6RyR3TOfHhPMP0DhCJLMM7DribV8u6uqaKb7ZivIdpAgAA
""")
}
