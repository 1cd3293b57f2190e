// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/5f53066b30af9a7c/icon.svg">\##n<link rel="stylesheet" href="/@/5f53066b30af9a7c/page.css">\##n<link rel="preload" as="style" href="/@/5f53066b30af9a7c/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/5f53066b30af9a7c/player.js">\##n<script type="module" src="/@/5f53066b30af9a7c/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6Dk0bIDUVZ67jBbzEbcPSpIq9Tn171O6PGELjZNn+fZ+spHyy0cjYE7TS+SorpwIeQ6MVBVVlZUeCYFpMTKLV
Uer89TYO2JFWg6NTH5MoMDEIBdHq5Ky02tLgDOVzswAXnDj0ORv0pJ8XcOXy2ok2caD0S2yijyln01JHP+TeNa2AxXSY8uLEU7WTRNhxWZzbrPQuHCCR
18qZGBS0iWqtivdiU2/Wq+12v15h/YYvppj2Sx4adUexjJ64JZJHbI8NLQ3zPdsn8hGtAuSL6KHD40hptoBJkTkm17hwZ+yiPXq6ef+Vfc0XsUmuF5i+
96pQwMn8jTboPaVxZsvizFZZuY92BOORWatLZHKHeEl8to5hegcIRJbhAwfczatlWdxS2TfZxNQ5aQIAAA==
""")
}
