// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/c0d17b7750f1e9a8/icon.svg">\##n<link rel="stylesheet" href="/@/c0d17b7750f1e9a8/page.css">\##n<link rel="preload" as="style" href="/@/c0d17b7750f1e9a8/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/c0d17b7750f1e9a8/player.js">\##n<link rel="modulepreload" href="/@/c0d17b7750f1e9a8/controls.js">\##n<script type="module" src="/@/c0d17b7750f1e9a8/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTtIepnQTRztNu2wtQcAIrgQi7qfL2E/2ndYduJ8A/f58sC/lkk+F5RHA8hLaS5YCgY68ERtFWckDWYJzOhKzE
gbt6eytHPaASk8fjmDILMCkyRlbi6C07ZXHyBuvTYwE+evY61GR0QLVewJWrO8/KpAnzL7FJIeWajMMBf8iD7x2D1Xlf+tlzwPbdTyib872Swcc9ZAxK
eJOiAJexU6J5bczKrje7zeZ51a3xRW+bki9p6sUdRTwHJIfIj9hR97g0RPfsmDEkbQVouogeOoKeMZ8sYHIiStn3Pt4Zh2QPAW/eP2Vfvyb6N182nFOg
i4FM9iND+R1XiQDK5sE2CiibM9hWcpfsDCZoIiVKXqwxXeJP5wlKFSKiJXjTk/44RUvZ3Lqqb81Lz5eiAgAA
""")
}
