// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Live</title>
<link rel="icon" href="/@/bf4d785050c51590/icon.svg">
<link rel="stylesheet" href="/@/bf4d785050c51590/page.css">
<link rel="preload" as="style" href="/@/bf4d785050c51590/player.css" crossorigin>
<link rel="modulepreload" href="/@/bf4d785050c51590/player.js">
<link rel="modulepreload" href="/@/bf4d785050c51590/controls.js">
<script type="module" src="/@/bf4d785050c51590/page.js"></script>
<body class="page">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTtNKidRJEO0+7bS9AwUlYCUTYTZW3n+g/rT10OwH++ftkWcgnGw3PI0LPg28KmQ/wOnRKYBBNIQdkDabXiZCV
2HNbbq7loAdUYnJ4GGNiASYGxsBKHJzlXlmcnMHy+FiAC46d9iUZ7VGtF3DhytaxMnHCdCc20cdUkulxwF9y77qeweq0y/3s2GPz4SaU1eleSO/CDhJ6
JZyJQUCfsFWiequ27bN92dSremXqdf26qnK+pKkTNxTx7JF6RH7EjrrDpSG6ZceEPmorQNNZ9NDh9YzpaAGTIlFMrnPhxjhEu/d49f4p+76b6N983nCK
ns4GMsmNDPl3XCQCKJkH28igrE5gU8httDMYr4mUyHm2hniOv3pHkKsQEC3Bu5705zFayuraVfwA4NqsF6ICAAA=
""")
}
