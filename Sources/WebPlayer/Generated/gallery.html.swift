// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/8bbf87fc7592fdc7/icon.svg">\##n<link rel="stylesheet" href="/@/8bbf87fc7592fdc7/page.css">\##n<link rel="preload" as="style" href="/@/8bbf87fc7592fdc7/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/8bbf87fc7592fdc7/player.js">\##n<script type="module" src="/@/8bbf87fc7592fdc7/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz2rDMAyH73kKzeemYYPRDuKw867dC6i2Ent17GCpKXn7kfQP6xjdSUj6fR/Crp9sMjINBE760BT1XCBg7LSiqJqi7kkQjMPMJFod
pS23t3HEnrQaPZ2GlEWBSVEoilYnb8VpS6M3VC7NCnz04jGUbDCQfl7BlStbL9qkkfIvsUkh5ZKNo55+yIPvnIDFfJjz4iVQs5NM2HNdnduiDj4eIFPQ
ypsUFbhMrVbVe7Xd79vtpjWb17eX1ppNNe/XPHbqjmKZArEjkkfsgB2tDfM9O2QKCa0C5IvooSPgRHmxgMmJOWXf+Xhn7JM9Brp5/5V9LRexyX4QmL/3
qlDA2fyNdhgC5Wlh6+rMNkW9T3YCE5BZq0tkdsd0SXw6zzC/A0Qiy/CBI+6W1bqubqniGwMtNb1pAgAA
""")
}
