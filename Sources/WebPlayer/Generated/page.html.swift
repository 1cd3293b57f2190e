// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/38ca885066f00fda/icon.svg">\##n<link rel="stylesheet" href="/@/38ca885066f00fda/page.css">\##n<link rel="preload" as="style" href="/@/38ca885066f00fda/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/38ca885066f00fda/player.js">\##n<link rel="modulepreload" href="/@/38ca885066f00fda/controls.js">\##n<script type="module" src="/@/38ca885066f00fda/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTdJpW5QDRztNu2wswcAIrgQi7qfL2E/2ndYduJ8A/f58sC/lgk+FlQnA8hq6S5YCg46AERtFVckTWYJzOhKzE
nvu6vZajHlGJ2eNhSpkFmBQZIytx8Jadsjh7g/XxsQIfPXsdajI6oHpcwYWre8/KpBnzL7FJIeWajMMRf8iDHxyD1XlX+tlzwO7Nzyib072SwccdZAxK
eJOiAJexV6J5aZ5ao9v2ebPd9ptNb3VT8jXNg7ihiJeA5BD5HjvpAdeG6JadMoakrQBNZ9FdR9AL5qMFTE5EKfvBxxvjmOw+4NX7p+zr10T/5suGcwp0
NpDJfmIov+MiEUDZ3NlGAWVzArtKfia7gAmaSImSF2tM5/jDeYJShYhoCV71rN+P0Vo2167qG4vux/WiAgAA
""")
}
