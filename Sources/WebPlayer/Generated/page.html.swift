// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/5f53066b30af9a7c/icon.svg">\##n<link rel="stylesheet" href="/@/5f53066b30af9a7c/page.css">\##n<link rel="preload" as="style" href="/@/5f53066b30af9a7c/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/5f53066b30af9a7c/player.js">\##n<link rel="modulepreload" href="/@/5f53066b30af9a7c/controls.js">\##n<script type="module" src="/@/5f53066b30af9a7c/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTdKrabRJEO0+7bS9AwQmsBCLspurbT/Sf1h26nQD//H2yLOSDTYYPI4LjIbSVLAcEHXslMIq2kgOyBuN0JmQl
dtzVz9dy1AMqMXncjymzAJMiY2Ql9t6yUxYnb7A+Pmbgo2evQ01GB1SPM7hwdedZmTRh/iU2KaRck3E44A958L1jsDpvSz97Dti++wllc7pXMvi4hYxB
CW9SFOAydko0r82qWy0X6/VmudDdi34yTcnnNPXihiI+BCSHyPfYUfc4N0S37JgxJG0FaDqL7jqCPmA+WsDkRJSy7328MQ7J7gJevX/Kvn5N9G++bDin
QGcDmexHhvI7LhIBlM2dbRRQNiewreQm2QOYoImUKHmxxnSOP50nKFWIiJbgTU/64xjNZXPtqr4Bwvt/I6ICAAA=
""")
}
