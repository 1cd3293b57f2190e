// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/8bbf87fc7592fdc7/icon.svg">\##n<link rel="stylesheet" href="/@/8bbf87fc7592fdc7/page.css">\##n<link rel="preload" as="style" href="/@/8bbf87fc7592fdc7/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/8bbf87fc7592fdc7/player.js">\##n<link rel="modulepreload" href="/@/8bbf87fc7592fdc7/controls.js">\##n<script type="module" src="/@/8bbf87fc7592fdc7/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz07DMAyH730Kk/O6CiS0ITUVZ8QNXiBL3MYsTarY67S3R9k/MQ6DUxL//H2yrLQPLlk5TAhextBVbTkgmDhohVF1VTuiGLDeZEbR
aid9vb6WoxlRq5lwP6UsCmyKglG02pMTrx3OZLE+PhZAkYRMqNmagPpxAReu7km0TTPmX2KbQso1W48j/pAHGryAM3lb+oUkYPdOM7bN6V61geIWMgat
yKaowGfstWpem/Vm069XvV09vzz1zq6aki95HtQNxXIIyB5R7rGTGXBpmW/ZKWNIxikwfBbddQRzwHy0gM2JOWUaKN4Yx+R2Aa/eP2Vfvyb6N182nFPg
s4Ftpkmg/I6LRAFne2cbBWybE9hV7Sa5A9hgmLUqebHGdI4/PTGUKkREx/BmZvNxjJZtc+2qvgHBmZZLogIAAA==
""")
}
