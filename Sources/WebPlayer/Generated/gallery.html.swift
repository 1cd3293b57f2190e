// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/d6875905d20687b8/icon.svg">\##n<link rel="stylesheet" href="/@/d6875905d20687b8/page.css">\##n<link rel="preload" as="style" href="/@/d6875905d20687b8/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/d6875905d20687b8/player.js">\##n<script type="module" src="/@/d6875905d20687b8/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6DqSNIiUVZ67jBbLEa8LSpIq9Tn171O6PGELjZNn+fZ+sRD7ZZHjsERx3oSnkVCDo2CqBUTSF7JA1GKczIStx
5H1Z38ZRd6jE4PHUp8wCTIqMkZU4ectOWRy8wXJuFuCjZ69DSUYHVM8LuHLl3rMyacD8S2xSSLkk47DDH/LgW8dgdT5MefYcsNlyRt2RrM5tIYOPB8gY
lPAmRQEu416J6r2ym/p1/bZa25fVpn7d1dW0X9LQijuKeAxIDpEfsb1ucWmI7tk+Y0jaCtB0ET10BD1ini1gciJK2bc+3hm7ZI8Bb95/ZV/zRWSy7xmm
770qBFA2f6OtDgHzOLOyOrNNIXfJjmCCJlLiEpncMV0Sn84TTO8AEdESfOhBb+fVUla3VPENHKEKa2kCAAA=
""")
}
