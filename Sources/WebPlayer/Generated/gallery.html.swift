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
<link rel="icon" href="/@/89db6bcbca6b56df/icon.svg">
<link rel="stylesheet" href="/@/89db6bcbca6b56df/page.css">
<link rel="preload" as="style" href="/@/89db6bcbca6b56df/player.css" crossorigin>
<link rel="modulepreload" href="/@/89db6bcbca6b56df/player.js">
<script type="module" src="/@/89db6bcbca6b56df/gallery.js"></script>
<body class="gallery">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6igPTkJKKM9fxAm7itoE0qWKvU98etfsjhtA4WbZ/3ycr0U8uWZlHgl6GUBd6KRAwdkZRVHWhBxIE22NmEqOO
0pb72zjiQEZNnk5jyqLApigUxaiTd9IbR5O3VK7NBnz04jGUbDGQed7AlStbL8amifIvsU0h5ZJtTwP9kAff9QIO89eSFy+B6oNkwoF1dW4LHXz8gkzB
KG9TVNBnao2q3qr9q2t2jW0s7pqXnWurZb/lqVN3FMsciHsiecSO2NHWMt+zY6aQ0ClAvogeOgLOlFcL2JyYU/adj3fGIbljoJv3X9nnehHb7EeB5Xuv
CgWc7d9ohyFQnldWV2e2LnST3Aw2ILNRl8jijumS+Og9w/IOEIkcwztOeFhXW13dUsU3voBBgmkCAAA=
""")
}
