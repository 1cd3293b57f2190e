// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/62cb8863dc256e4f/icon.svg">\##n<link rel="stylesheet" href="/@/62cb8863dc256e4f/page.css">\##n<link rel="preload" as="style" href="/@/62cb8863dc256e4f/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/62cb8863dc256e4f/player.js">\##n<link rel="modulepreload" href="/@/62cb8863dc256e4f/controls.js">\##n<script type="module" src="/@/62cb8863dc256e4f/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTaN1W9QDRztNu2wtQcAIrgQi7qfL2E/2ndYduJ8A/f58sC/lgk+F5RHA8hLaS5YCgY68ERtFWckDWYJzOhKzE
nrt6cy1HPaASk8fDmDILMCkyRlbi4C07ZXHyBuvjYwE+evY61GR0QPW4gAtXd56VSRPmX2KTQso1GYcD/pAH3zsGq/Ou9LPngO27n1A2p3slg487yBiU
8CZFAS5jp0Tz2qxXZrvZrJ+sWb2s8blrSr6kqRc3FPEckBwi32NH3ePSEN2yY8aQtBWg6Sy66wh6xny0gMmJKGXf+3hjHJLdB7x6/5R9/Zro33zZcE6B
zgYy2Y8M5XdcJAIomzvbKKBsTmBbyW2yM5igiZQoebHGdI4/nScoVYiIluBNT/rjGC1lc+2qvgGm13a8ogIAAA==
""")
}
