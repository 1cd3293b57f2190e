// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Streams</title>
<link rel="icon" href="/@/0b0648e66d5ca0fb/icon.svg">
<link rel="stylesheet" href="/@/0b0648e66d5ca0fb/page.css">
<link rel="preload" as="style" href="/@/0b0648e66d5ca0fb/player.css" crossorigin>
<link rel="modulepreload" href="/@/0b0648e66d5ca0fb/player.js">
<script type="module" src="/@/0b0648e66d5ca0fb/gallery.js"></script>
<body class="gallery">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6DgkmDk3Fmet4AS9xm7A0qWKvU98etfsjhtA4WbZ/3ycrqZ9sMjINBE760BT1XCBg7LSiqJqi7kkQjMPMJFod
pS3fbuOIPWk1ejoNKYsCk6JQFK1O3orTlkZvqFyaFfjoxWMo2WAg/byCK1e2XrRJI+VfYpNCyiUbRz39kAffOQGL+TDnxUugZieZsOe6OrdFHXw8QKag
lTcpKnCZWq2q92qz32xf3mi7ta8GN+2+mvdrHjt1R7FMgdgRySN2wI7WhvmeHTKFhFYB8kX00BFworxYwOTEnLLvfLwz9skeA928/8q+lovYZD8IzN97
VSjgbP5GOwyB8rSwdXVmm6LeJzuBCcis1SUyu2O6JD6dZ5jfASKRZfjAEXfLal1Xt1TxDY/Su1ZpAgAA
""")
}
