// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/ef8f72565b785f14/icon.svg">\##n<link rel="stylesheet" href="/@/ef8f72565b785f14/page.css">\##n<link rel="preload" as="style" href="/@/ef8f72565b785f14/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/ef8f72565b785f14/player.js">\##n<script type="module" src="/@/ef8f72565b785f14/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6aojBDsnEmet4gSxx2zA3qWKvU98etfsjhtA4WbZ/3ycr0U8+ORl7hFY62hZ6KkA2NkZhVNtCdygWXGszoxh1
lLrc3MbRdmjUEPDUpywKXIqCUYw6BS+t8TgEh+XcLCDEIMFSyc4SmtUCrlxZBzEuDZh/iV2ilEt2LXb4Q06haQW8zYcpL0EItzvJaDvW1bktNIV4gIxk
VHApKmgz1kZV7xXWm/rtef263r9t1vXqpZr2Sx4adUexjITcIsojtrcNLh3zPdtnpGS9AssX0UMH2RHzbAGXE3PKoQnxztglfyS8ef+Vfc0XscuhF5i+
96pQwNn9jTaWCPM4s7o6s9tC75MfwZFlNuoSmdwxXRKfbWCY3gEiomf4sIPdzaulrm6p4huvD5qOaQIAAA==
""")
}
