// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/f513f1eb123cbec6/icon.svg">\##n<link rel="stylesheet" href="/@/f513f1eb123cbec6/page.css">\##n<link rel="preload" as="style" href="/@/f513f1eb123cbec6/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/f513f1eb123cbec6/player.js">\##n<script type="module" src="/@/f513f1eb123cbec6/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6akwgDk3Fmet4gSxxmzA3qWKvU98etfsjhtA4WbZ/3ycrqZ9csjINCF56aop6LkAmdlphVE1R9ygGrDeZUbQ6
Slu+3cbR9KjVGPA0pCwKbIqCUbQ6BSdeOxyDxXJpVhBikGCoZGsI9WYFV65sg2ibRsy/xDZRyiVbjz3+kFPovIAz+TDnJQhhs5OMpue6OrdFTSEeICNp
FWyKCnzGVqvqvWpfNtt2g/vN89bu0b5W837NY6fuKJaJkD2iPGIH0+HaMt+zQ0ZKxikwfBE9dJCZMC8WsDkxpxy6EO+MfXJHwpv3X9nXchHbHAaB+Xuv
CgWc7d9oZ4gwTwtbV2e2Kep9chNYMsxaXSKzO6ZL4tMHhvkdICI6hg8zmt2yWtfVLVV8A7vR171pAgAA
""")
}
