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
<link rel="icon" href="/@/8d6e2b26d10c3a0d/icon.svg">
<link rel="stylesheet" href="/@/8d6e2b26d10c3a0d/page.css">
<link rel="preload" as="style" href="/@/8d6e2b26d10c3a0d/player.css" crossorigin>
<link rel="modulepreload" href="/@/8d6e2b26d10c3a0d/player.js">
<link rel="modulepreload" href="/@/8d6e2b26d10c3a0d/controls.js">
<script type="module" src="/@/8d6e2b26d10c3a0d/page.js"></script>
<body class="page">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTtJ1U9QDRztNu2wtQcAMrgQi7qfL2E/2ntYduJ8A/f58sC/lik+FpQHDch7aS5YCgY6cERtFWskfWYJzOhKzE
gXf15laOukclRo/HIWUWYFJkjKzE0Vt2yuLoDdanxwx89Ox1qMnogGo5gytX7zwrk0bMD2KTQso1GYc9/pIH3zkGq/O+9LPngO2HH1E253slg497yBiU
8CZFAS7jTonmrdnYNa62q7VdLsyrXtim5HMaO3FHEU8BySHyM3bQHc4N0T07ZAxJWwGaLqKnjqAnzCcLmJyIUvadj3fGPtlDwJv3T9n3w0T/5suGcwp0
MZDJfmAov+MqEUDZPNlGAWVzBttKbpOdwARNpETJizWmS/zlPEGpQkS0BO961J+naC6bW1f1A8MJAA6iAgAA
""")
}
