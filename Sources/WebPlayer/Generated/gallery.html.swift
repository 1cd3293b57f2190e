// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/38ca885066f00fda/icon.svg">\##n<link rel="stylesheet" href="/@/38ca885066f00fda/page.css">\##n<link rel="preload" as="style" href="/@/38ca885066f00fda/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/38ca885066f00fda/player.js">\##n<script type="module" src="/@/38ca885066f00fda/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6DiGmHZqKM9fxAiZxm7A0qWKvU98etfsjhtA4WbZ/3ycrqZ9sMjINBE760BT1XCBg7LSiqJqi7kkQjMPMJFod
pS13t3HEnrQaPZ2GlEWBSVEoilYnb8VpS6M3VC7NCnz04jGUbDCQfl7BlStbL9qkkfIvsUkh5ZKNo55+yIPvnIDFfJjz4iVQs5dM2HNdnduiDj4eIFPQ
ypsUFbhMrVbVW/WyM7jbvW6223azaS1W837NY6fuKJYpEDsiecQO2NHaMN+zQ6aQ0CpAvogeOgJOlBcLmJyYU/adj3fGPtljoJv3X9nXchGb7AeB+Xuv
CgWczd9ohyFQnha2rs5sU9SfyU5gAjJrdYnM7pguiQ/nGeZ3gEhkGd5xxP2yWtfVLVV8A1oZemZpAgAA
""")
}
