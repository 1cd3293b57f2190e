// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/80eb87de4683c4f0/icon.svg">\##n<link rel="stylesheet" href="/@/80eb87de4683c4f0/page.css">\##n<link rel="preload" as="style" href="/@/80eb87de4683c4f0/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/80eb87de4683c4f0/player.js">\##n<link rel="modulepreload" href="/@/80eb87de4683c4f0/controls.js">\##n<script type="module" src="/@/80eb87de4683c4f0/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTdFq19QDRztNu2wtQcAIrgQi7qfL2E/2ndYduJ8A/f58sC/lgk+F5RHA8hLaS5YCgY68ERtFWckDWYJzOhKzE
nrt6cy1HPaASk8fDmDILMCkyRlbi4C07ZXHyBuvjYwE+evY61GR0QPW4gAtXd56VSRPmX2KTQso1GYcD/pAH3zsGq/Ou9LPngO27n1A2p3slg487yBiU
8CZFAS5jp0Tz2mxWuN28WFw/b57Muls1JV/S1IsbingOSA6R77Gj7nFpiG7ZMWNI2grQdBbddQQ9Yz5awORElLLvfbwxDsnuA169f8q+fk30b75sOKdA
ZwOZ7EeG8jsuEgGUzZ1tFFA2J7Ct5DbZGUzQREqUvFhjOsefzhOUKkRES/CmJ/1xjJayuXZV3yp6jsaiAgAA
""")
}
