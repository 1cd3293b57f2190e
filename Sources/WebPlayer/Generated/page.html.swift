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
<link rel="icon" href="/@/89db6bcbca6b56df/icon.svg">
<link rel="stylesheet" href="/@/89db6bcbca6b56df/page.css">
<link rel="preload" as="style" href="/@/89db6bcbca6b56df/player.css" crossorigin>
<link rel="modulepreload" href="/@/89db6bcbca6b56df/player.js">
<link rel="modulepreload" href="/@/89db6bcbca6b56df/controls.js">
<script type="module" src="/@/89db6bcbca6b56df/page.js"></script>
<body class="page">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTaIdVnQTRztNu2wsQcAIrgQi7qfL2E/2ntYduJ8A/f58sC/lkk+FlQnA8hraS5YCg46AERtFWckTWYJzOhKzE
nvt6ey1HPaISs8fDlDILMCkyRlbi4C07ZXH2BuvjYwU+evY61GR0QPW8ggtX956VSTPmO7FJIeWajMMRf8mDHxyD1XlX+tlzwPbDzyib072SwccdZAxK
eJOiAJexV6J5a7avttt0pjN6071sbN+UfE3zIG4o4iUgOUR+xE56wLUhumWnjCFpK0DTWfTQEfSC+WgBkxNRyn7w8cY4JrsPePX+Kfu+m+jffNlwToHO
BjLZTwzld1wkAiibB9sooGxOYFvJLtkFTNBESpS8WGM6x1/OE5QqRERL8K5n/XmM1rK5dlU/d1CREaICAAA=
""")
}
