// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/1e00819a6d55009c/icon.svg">\##n<link rel="stylesheet" href="/@/1e00819a6d55009c/page.css">\##n<link rel="preload" as="style" href="/@/1e00819a6d55009c/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/1e00819a6d55009c/player.js">\##n<link rel="modulepreload" href="/@/1e00819a6d55009c/controls.js">\##n<script type="module" src="/@/1e00819a6d55009c/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTpIdOnQTRztNu2wswcAMrgQi7qfL2E/2ntYduJ8A/f58sC/lkk+F5RHA8hK6S5YCgY68ERtFVckDWYJzOhKzE
nrf15lqOekAlJo+HMWUWYFJkjKzEwVt2yuLkDdbHxwJ89Ox1qMnogGq1gAtXbz0rkybMd2KTQso1GYcD/pIH3zsGq/Ou9LPngN27n1A2p3slg487yBiU
8CZFAS7jVonmtVlh225WL/rZrtdt+2Kaki9p6sUNRTwHJIfIj9hR97g0RLfsmDEkbQVoOoseOoKeMR8tYHIiStn3Pt4Yh2T3Aa/eP2XfdxP9my8bzinQ
2UAm+5Gh/I6LRABl82AbBZTNCewq+ZXsDCZoIiVKXqwxneNP5wlKFSKiJXjTk/44RkvZXLuqH33gW4uiAgAA
""")
}
