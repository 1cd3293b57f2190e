// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Live</title>
<link rel="icon" href="/@/0b0648e66d5ca0fb/icon.svg">
<link rel="stylesheet" href="/@/0b0648e66d5ca0fb/page.css">
<link rel="preload" as="style" href="/@/0b0648e66d5ca0fb/player.css" crossorigin>
<link rel="modulepreload" href="/@/0b0648e66d5ca0fb/player.js">
<link rel="modulepreload" href="/@/0b0648e66d5ca0fb/controls.js">
<script type="module" src="/@/0b0648e66d5ca0fb/page.js"></script>
<body class="page">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTdNJW9QDRztNu2wtQcAIrgQi7qfL2E/2ntYduJ8A/f58sC/lkk+F5RHA8hLaS5YCgY68ERtFWckDWYJzOhKzE
nrt6cy1HPaASk8fDmDILMCkyRlbi4C07ZXHyBuvjYwE+evY61GR0QPW8gAtXd56VSRPmO7FJIeWajMMBf8mD7x2D1XlX+tlzwPbDTyib072SwccdZAxK
eJOiAJexU6J5a1bb1fplg+u1fTV61W2bki9p6sUNRTwHJIfIj9hR97g0RLfsmDEkbQVoOoseOoKeMR8tYHIiStn3Pt4Yh2T3Aa/eP2XfdxP9my8bzinQ
2UAm+5Gh/I6LRABl82AbBZTNCWwruU12BhM0kRIlL9aYzvGX8wSlChHRErzrSX8eo6Vsrl3VD/SpdBWiAgAA
""")
}
