// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/2959ba2d1475fadb/icon.svg">\##n<link rel="stylesheet" href="/@/2959ba2d1475fadb/page.css">\##n<link rel="preload" as="style" href="/@/2959ba2d1475fadb/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/2959ba2d1475fadb/player.js">\##n<link rel="modulepreload" href="/@/2959ba2d1475fadb/controls.js">\##n<script type="module" src="/@/2959ba2d1475fadb/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTqNWqrRJEO0+7bS9AwQ2sBCLspsrbT/Sf1h66nQD//H2yLOSTTYanAcFxH9pKlgOCjp0SGEVbyR5Zg3E6E7IS
e97Wr9dy1D0qMXo8DCmzAJMiY2QlDt6yUxZHb7A+Pmbgo2evQ01GB1SLGVy4eutZmTRivhObFFKuyTjs8Zc8+M4xWJ13pZ89B2w//IiyOd0rGXzcQcag
hDcpCnAZt0o0b81yvVpv9NIunl9WW203TcnnNHbihiKeApJD5EfsoDucG6JbdsgYkrYCNJ1FDx1BT5iPFjA5EaXsOx9vjH2y+4BX75+y77uJ/s2XDecU
6Gwgk/3AUH7HRSKAsnmwjQLK5gS2ldwkO4EJmkiJkhdrTOf4y3mCUoWIaAne9ag/j9FcNteu6gdi7EyoogIAAA==
""")
}
