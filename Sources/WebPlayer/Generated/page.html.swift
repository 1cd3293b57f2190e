// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/d6875905d20687b8/icon.svg">\##n<link rel="stylesheet" href="/@/d6875905d20687b8/page.css">\##n<link rel="preload" as="style" href="/@/d6875905d20687b8/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/d6875905d20687b8/player.js">\##n<link rel="modulepreload" href="/@/d6875905d20687b8/controls.js">\##n<script type="module" src="/@/d6875905d20687b8/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTdJPaZlKIdp52216AghtYCUTYTZW3n+g/rT10OwH++ftkWTRPJmqeBgTLvW+LJh/gVeikwCDaoumRFWirEiFL
sedtWV/LQfUoxejwMMTEAnQMjIGlODjDVhocncby+JiBC46d8iVp5VE+z+DClVvHUscR051YRx9TSdpij7/k3nWWwai0y/3s2GP74UZsqtO9aLwLO0jo
pXA6BgE24VaK6q0yq3q9fF0szctiVa83dZXzOY2duKGIJ49kEfkRO6gO55rolh0S+qiMAEVn0UOHVxOmowV0ikQxuc6FG2Mfzd7j1fun7Ptuon/zecMp
ejobSCc3MOTfcZEIoKQfbCODTXUC26LZRDOB9opIipxna4jn+Ms6glyFgGgI3tWoPo/RvKmuXcUP/XvC46ICAAA=
""")
}
