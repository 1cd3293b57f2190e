// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/8f36cad46fd40342/icon.svg">\##n<link rel="stylesheet" href="/@/8f36cad46fd40342/page.css">\##n<link rel="preload" as="style" href="/@/8f36cad46fd40342/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/8f36cad46fd40342/player.js">\##n<link rel="modulepreload" href="/@/8f36cad46fd40342/controls.js">\##n<script type="module" src="/@/8f36cad46fd40342/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTbGtV7QDRztNu2wswcAIrgQi7qfL2E/2ntYduJ8A/f58sC/lgk+F5RHA8hLaS5YCgY68ERtFWckDWYJzOhKzE
jrv65VKOekAlJo/7MWUWYFJkjKzE3lt2yuLkDdaHxwJ89Ox1qMnogOppAWeu7jwrkybMN2KTQso1GYcD/pIH3zsGq/O29LPngO27n1A2x3slg49byBiU
8CZFAS5jp0Tz2rx0q43Rdr3p7PpxtX5uSr6kqRdXFPEckBwi32NH3ePSEF2zY8aQtBWg6SS66wh6xnywgMmJKGXf+3hlHJLdBbx4/5R930z0b75sOKdA
JwOZ7EeG8jvOEgGUzZ1tFFA2R7Ct5FeyM5igiZQoebHGdIo/nScoVYiIluBNT/rjEC1lc+mqfgCBr+2rogIAAA==
""")
}
