// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/ef8f72565b785f14/icon.svg">\##n<link rel="stylesheet" href="/@/ef8f72565b785f14/page.css">\##n<link rel="preload" as="style" href="/@/ef8f72565b785f14/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/ef8f72565b785f14/player.js">\##n<link rel="modulepreload" href="/@/ef8f72565b785f14/controls.js">\##n<script type="module" src="/@/ef8f72565b785f14/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTqNO69gDRztNu2wtQcAIrgQi7qfr2E/2ntYduJ8A/f58sC/lkk+HDiOB4CG0lywFBx14JjKKt5ICswTidCVmJ
HXf1+lqOekAlJo/7MWUWYFJkjKzE3lt2yuLkDdbHxwx89Ox1qMnogGoxgwtXd56VSRPmO7FJIeWajMMBf8mD7x2D1Xlb+tlzwPbDTyib072SwcctZAxK
eJOiAJexU6J5a7Bbd6vn5etys1ovu8VLU/I5Tb24oYgPAckh8iN21D3ODdEtO2YMSVsBms6ih46gD5iPFjA5EaXsex9vjEOyu4BX75+y77uJ/s2XDecU
6Gwgk/3IUH7HRSKAsnmwjQLK5gS2ldwkewATNJESJS/WmM7xl/MEpQoR0RK860l/HqO5bK5d1Q+B6P2IogIAAA==
""")
}
