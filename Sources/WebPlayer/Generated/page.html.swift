// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/c6119a1ca71a849b/icon.svg">\##n<link rel="stylesheet" href="/@/c6119a1ca71a849b/page.css">\##n<link rel="preload" as="style" href="/@/c6119a1ca71a849b/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/c6119a1ca71a849b/player.js">\##n<link rel="modulepreload" href="/@/c6119a1ca71a849b/controls.js">\##n<script type="module" src="/@/c6119a1ca71a849b/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz2rDMAyH73kKzeemITC2FuKw89htewHVVhOvjh0sNSVvP9x/rD10O9nWT9+HEG6ebDQyjwS9DL4tmnyAx9BpRUG1RTOQIJgeE5No
tZdtubqWAw6k1eToMMYkCkwMQkG0OjgrvbY0OUPl8bEAF5w49CUb9KTrBVy4cutEmzhRuhOb6GMq2fQ00C+5d10vYDHtcr848dR+uIma6nQvGu/CDhJ5
rZyJQUGfaKtV9VaZl7peY23wtcbV83pT5XzJU6duKJbZE/dE8ogdsaOlYb5lx0Q+olWAfBY9dHicKR0tYFJkjsl1LtwYh2j3nq7eP2XfdxP9m88bTtHz
2cAmuVEg/46LRAEn82AbGWyqE9gWzSbaGYxHZq1ynq0hnuOv3jHkKgQiy/COE34eo2VTXbuKH57KLWSiAgAA
""")
}
