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
<link rel="icon" href="/@/0e1a3c9fe6f42081/icon.svg">
<link rel="stylesheet" href="/@/0e1a3c9fe6f42081/page.css">
<link rel="preload" as="style" href="/@/0e1a3c9fe6f42081/player.css" crossorigin>
<link rel="modulepreload" href="/@/0e1a3c9fe6f42081/player.js">
<link rel="modulepreload" href="/@/0e1a3c9fe6f42081/controls.js">
<script type="module" src="/@/0e1a3c9fe6f42081/page.js"></script>
<body class="page">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA42Sz07DMAyH730Kk/O6boAQSEnFGXGDFwiJ24SlSRV7nfr2KPsntsPglMQ/f58sK/LOJsPziOB4CG0lywFBx14JjKKt5ICswTidCVmJ
LXf187kc9YBKTB53Y8oswKTIGFmJnbfslMXJG6z3jwX46NnrUJPRAdV6ASeu7jwrkybMV2KTQso1GYcD/pIH3zsGq/Om9LPngO27n1A2h3slg48byBiU
8CZFAS5jp0Tz2qxwrR/MS4dP3eP96nndlHxJUy8uKOI5IDlEvsWOuselIbpkx4whaStA01F00xH0jHlvAZMTUcq+9/HCOCS7DXj2/in7vpro33zZcE6B
jgYy2Y8M5XecJAIomxvbKKBsDmBbya9kZzBBEylR8mKN6Rh/Ok9QqhARLcGbnvTHPlrK5txV/QC9N4EcogIAAA==
""")
}
