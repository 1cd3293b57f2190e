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
<link rel="icon" href="/@/d3339662087532c5/icon.svg">
<link rel="stylesheet" href="/@/d3339662087532c5/page.css">
<link rel="preload" as="style" href="/@/d3339662087532c5/player.css" crossorigin>
<link rel="modulepreload" href="/@/d3339662087532c5/player.js">
<link rel="modulepreload" href="/@/d3339662087532c5/controls.js">
<script type="module" src="/@/d3339662087532c5/page.js"></script>
<body class="page">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA42Sz07DMAyH730Kk/O6wqqNITUVZ8QNXiAkXhOWJlXsderbo+yf2A6DUxL//H2yrDQPJmqeBgTLvW+LJh/gVeikwCDaoumRFWirEiFL
seNNub6Ug+pRitHhfoiJBegYGANLsXeGrTQ4Oo3l4TEDFxw75UvSyqN8msGZKzeOpY4jphuxjj6mkrTFHn/Jvessg1Fpm/vZscf23Y3YVMd70XgXtpDQ
S+F0DAJswo0U1Wtl6rp+Wa0Wj+vnZb3Qyyrncxo7cUURTx7JIvI9dlAdzjXRNTsk9FEZAYpOorsOryZMBwvoFIlicp0LV8Y+mp3Hi/dP2ffNRP/m84ZT
9HQykE5uYMi/4ywRQEnf2UYGm+oItkXzFc0E2isiKXKerSGe4k/rCHIVAqIheFOj+jhE86a6dBU/SAHqnqICAAA=
""")
}
