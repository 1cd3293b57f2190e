// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/477c25b66decbf1d/icon.svg">\##n<link rel="stylesheet" href="/@/477c25b66decbf1d/page.css">\##n<link rel="preload" as="style" href="/@/477c25b66decbf1d/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/477c25b66decbf1d/player.js">\##n<script type="module" src="/@/477c25b66decbf1d/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6agg2DknFmet4gSzx2jA3qWKvU98etfsjhtA4WbZ/3ycr0U8+ORl7hFY6qgs9FSAbG6MwqrrQHYoF19rMKEYd
ZV++3cbRdmjUEPDUpywKXIqCUYw6BS+t8TgEh+XcLCDEIMFSyc4SmtUCrly5D2JcGjD/ErtEKZfsWuzwh5xC0wp4mw9TXoIQ1lvJaDvW1bktNIV4gIxk
VHApKmgz7o2q3quXzcY9v+7Wa49ut1/5atoveWjUHcUyEnKLKI/Y3ja4dMz3bJ+RkvUKLF9EDx1kR8yzBVxOzCmHJsQ7Y5f8kfDm/Vf2NV/ELodeYPre
q0IBZ/c32lgizOPM6urM1oXeJT+CI8ts1CUyuWO6JD7bwDC9A0REz/BhB7udV0td3VLFN8ZduZVpAgAA
""")
}
