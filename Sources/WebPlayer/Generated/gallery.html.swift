// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/0f851777b34e2bc1/icon.svg">\##n<link rel="stylesheet" href="/@/0f851777b34e2bc1/page.css">\##n<link rel="preload" as="style" href="/@/0f851777b34e2bc1/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/0f851777b34e2bc1/player.js">\##n<script type="module" src="/@/0f851777b34e2bc1/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRu27DMAxFd38FqzmOmz6QDJLRuWv6A4rE2GpoyRAZB/77ws4DTVG0E0HyngNC0g8+ORl7hFY6qgs9FSAbG6MwqrrQHYoF19rMKEYd
ZV9ubuNoOzRqCHjqUxYFLkXBKEadgpfWeByCw3JuFhBikGCpZGcJzWoBV67cBzEuDZh/iF2ilEt2LXb4TU6haQW8zYcpL0EI661ktB3r6twWmkI8QEYy
KrgUFbQZ90ZVb9XjfvO6Wq/Xu+cXfNq5VTXtlzw06o5iGQm5RZS/2N42uHTM92yfkZL1CixfRH86yI6YZwu4nJhTDk2Id8Yu+SPhzfuv7HO+iF0OvcD0
vVeFAs7ud7SxRJjHmdXVma0LvUt+BEeW2ahLZHLHdEl8tIFhegeIiJ7h3Q52O6+Wurqlii9vVTsfaQIAAA==
""")
}
