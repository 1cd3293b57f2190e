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
<link rel="icon" href="/@/d3339662087532c5/icon.svg">
<link rel="stylesheet" href="/@/d3339662087532c5/page.css">
<link rel="preload" as="style" href="/@/d3339662087532c5/player.css" crossorigin>
<link rel="modulepreload" href="/@/d3339662087532c5/player.js">
<script type="module" src="/@/d3339662087532c5/gallery.js"></script>
<body class="gallery">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6wqrBkJKKM9fxAiHxmrA0qWKvU98etfsjhtA4WbZ/3ycrkQ82GR57BMddaAo5FQg6tkpgFE0hO2QNxulMyEoc
eFduruOoO1Ri8HjsU2YBJkXGyEocvWWnLA7eYDk3C/DRs9ehJKMDqqcFXLhy51mZNGD+JTYppFyScdjhD3nwrWOwOu+nPHsO2Gw5o+5IVqe2kMHHPWQM
SniTogCXcadE9VbZuq5fn59Xj5uXdb0y62raL2loxQ1FPAYkh8j32F63uDREt2yfMSRtBWg6i+46gh4xzxYwORGl7Fsfb4xdsoeAV++/sq/5IjLZ9wzT
914UAiibv9FWh4B5nFlZndimkJ/JjmCCJlLiHJncMZ0TH84TTO8AEdESvOtBb+fVUlbXVPEN37xKZGkCAAA=
""")
}
