// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/8f36cad46fd40342/icon.svg">\##n<link rel="stylesheet" href="/@/8f36cad46fd40342/page.css">\##n<link rel="preload" as="style" href="/@/8f36cad46fd40342/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/8f36cad46fd40342/player.js">\##n<script type="module" src="/@/8f36cad46fd40342/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6ApumHZKJM9fxAiZx27A0qWKvU98etfsjhtA4WbZ/3ycr0U8uWRl7gla6sCv0VCBgbIyiqHaF7kgQbIuZSYw6
Sl1ub+OIHRk1eDr1KYsCm6JQFKNO3klrHA3eUjk3C/DRi8dQssVA5mUBV66svRibBsq/xDaFlEu2LXX0Qx580wo4zIcpL14C7faSCTvW1bktdPDxAJmC
Ud6mqKDNVBtVvVXberWx6Nab2q2fV+vXatoveWjUHcUyBuKWSB6xPTa0tMz3bJ8pJHQKkC+ih46AI+XZAjYn5pR94+OdsUvuGOjm/Vf2NV/ENvteYPre
q0IBZ/s32mAIlMeZ1dWZ3RX6M7kRbEBmoy6RyR3TJfHReobpHSASOYZ3HHA/r5a6uqWKb3xfmgRpAgAA
""")
}
