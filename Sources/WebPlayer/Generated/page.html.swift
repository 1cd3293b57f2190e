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
<link rel="icon" href="/@/4c6dc4e806b40c77/icon.svg">
<link rel="stylesheet" href="/@/4c6dc4e806b40c77/page.css">
<link rel="preload" as="style" href="/@/4c6dc4e806b40c77/player.css" crossorigin>
<link rel="modulepreload" href="/@/4c6dc4e806b40c77/player.js">
<link rel="modulepreload" href="/@/4c6dc4e806b40c77/controls.js">
<script type="module" src="/@/4c6dc4e806b40c77/page.js"></script>
<body class="page">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA42Sz27CMAyH730KL2dKmYSAQ1PtPO22vUBwTJuRJlVsivr2U/inwYHtlMQ/f58sK/WLjSjTQNBJ75uizgd4E1qtKKimqHsSA9iZxCRa
HWRXbm7lYHrSanR0HGISBRiDUBCtjs5Kpy2NDqk8PWbgghNnfMloPOnXGVy5cudEYxwpPYgx+phKxo56+iX3ru0ErEn73C9OPDUfbqS6Ot+L2ruwh0Re
K4cxKOgS7bSq3qolriwuabNYbZcLXK+rnM95bNUdxTJ54o5InrGDaWmOzPfskMhHYxUYvoieOryZKJ0sgCkyx+RaF+6MfbQHTzfvn7Lvh4n+zecNp+j5
YmBMbhDIv+MqUcAJn2wjg3V1Bpui3kY7AXrDrFXOszXES/zVOYZchUBkGd7NaD5P0byubl3FDxdW19CiAgAA
""")
}
