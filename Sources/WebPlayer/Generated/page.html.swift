// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/f513f1eb123cbec6/icon.svg">\##n<link rel="stylesheet" href="/@/f513f1eb123cbec6/page.css">\##n<link rel="preload" as="style" href="/@/f513f1eb123cbec6/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/f513f1eb123cbec6/player.js">\##n<link rel="modulepreload" href="/@/f513f1eb123cbec6/controls.js">\##n<script type="module" src="/@/f513f1eb123cbec6/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTKKs27QDRztNu2wtQcAIrgQi7qfL2E/2ndYduJ8A/f58sC/lgk+FlQnA8hq6S5YCg46AERtFVckTWYJzOhKzE
nvv65VqOekQlZo+HKWUWYFJkjKzEwVt2yuLsDdbHxwp89Ox1qMnogKpdwYWre8/KpBnzL7FJIeWajMMRf8iDHxyD1XlX+tlzwO7dzyib072SwccdZAxK
eJOiAJexV6J5bfqndtO3uG0fN2aL5rkp+ZrmQdxQxEtAcoh8j530gGtDdMtOGUPSVoCms+iuI+gF89ECJieilP3g441xTHYf8Or9U/b1a6J/82XDOQU6
G8hkPzGU33GRCKBs7myjgLI5gV0lt8kuYIImUqLkxRrTOf50nqBUISJagjc9649jtJbNtav6BhR1hpCiAgAA
""")
}
