// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/69d2849de08b1fa2/icon.svg">\##n<link rel="stylesheet" href="/@/69d2849de08b1fa2/page.css">\##n<link rel="preload" as="style" href="/@/69d2849de08b1fa2/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/69d2849de08b1fa2/player.js">\##n<link rel="modulepreload" href="/@/69d2849de08b1fa2/controls.js">\##n<script type="module" src="/@/69d2849de08b1fa2/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTrNU0tRJEO0+7bS9AwQ2sBCLspsrbT/Sf1h66nQD//H2yLOSTTYanAcFxH9pKlgOCjp0SGEVbyR5Zg3E6E7IS
e97Wq2s56h6VGD0ehpRZgEmRMbISB2/ZKYujN1gfHzPw0bPXoSajA6rFDC5cvfWsTBox34lNCinXZBz2+EsefOcYrM670s+eA7YffkTZnO6VDD7uIGNQ
wpsUBbiMWyWat+Z1bZerl7XF59VmsdXLpuRzGjtxQxFPAckh8iN20B3ODdEtO2QMSVsBms6ih46gJ8xHC5iciFL2nY83xj7ZfcCr90/Z991E/+bLhnMK
dDaQyX5gKL/jIhFA2TzYRgFlcwLbSm6SncAETaREyYs1pnP85TxBqUJEtATvetSfx2gum2tX9QNkKdwsogIAAA==
""")
}
