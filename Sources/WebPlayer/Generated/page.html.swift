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
<link rel="icon" href="/@/c6119a1ca71a849b/icon.svg">
<link rel="stylesheet" href="/@/c6119a1ca71a849b/page.css">
<link rel="preload" as="style" href="/@/c6119a1ca71a849b/player.css" crossorigin>
<link rel="modulepreload" href="/@/c6119a1ca71a849b/player.js">
<link rel="modulepreload" href="/@/c6119a1ca71a849b/controls.js">
<script type="module" src="/@/c6119a1ca71a849b/page.js"></script>
<body class="page">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA42Sz2rDMAyH73kKzeemITC2FuKw89htewHVVhOvjh0sNSVvP9x/rD10O9nWT9+HEG6ebDQyjwS9DL4tmnyAx9BpRUG1RTOQIJgeE5No
tZdtubqWAw6k1eToMMYkCkwMQkG0OjgrvbY0OUPl8bEAF5w49CUb9KTrBVy4cutEmzhRuhOb6GMq2fQ00C+5d10vYDHtcr848dR+uIma6nQvGu/CDhJ5
rZyJQUGfaKtV9VaZl7peY23wtcbV83pT5XzJU6duKJbZE/dE8ogdsaOlYb5lx0Q+olWAfBY9dHicKR0tYFJkjsl1LtwYh2j3nq7eP2XfdxP9m88bTtHz
2cAmuVEg/46LRAEn82AbGWyqE9gWzSbaGYxHZq1ynq0hnuOv3jHkKgQiy/COE34eo2VTXbuKH57KLWSiAgAA
""")
}
