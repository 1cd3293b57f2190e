// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Streams</title>\##n<link rel="icon" href="/@/80eb87de4683c4f0/icon.svg">\##n<link rel="stylesheet" href="/@/80eb87de4683c4f0/page.css">\##n<link rel="preload" as="style" href="/@/80eb87de4683c4f0/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/80eb87de4683c4f0/player.js">\##n<script type="module" src="/@/80eb87de4683c4f0/gallery.js"></script>\##n<body class="gallery">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA4WRz07DMAyH730Kk/O6DjFBD0nFmet4gSxxm7A0qWKvU98etfsjhtA4WbZ/3ycrkU82GZ4GBMd9aAo5Fwg6dkpgFE0he2QNxulMyEoc
uS3r2zjqHpUYPZ6GlFmASZExshInb9kpi6M3WC7NCnz07HUoyeiA6nkFV65sPSuTRsy/xCaFlEsyDnv8IQ++cwxW58OcZ88Bmx1n1D3J6twWMvh4gIxB
CW9SFOAytkpU71W9wX39ZnH7Wr+Ybbup5v2axk7cUcRTQHKI/IgddIdrQ3TPDhlD0laApovooSPoCfNiAZMTUcq+8/HO2Cd7DHjz/iv7Wi4ik/3AMH/v
VSGAsvkb7XQImKeFldWZbQq5T3YCEzSREpfI7I7pkvh0nmB+B4iIluBDj3q3rNayuqWKb9zeGiZpAgAA
""")
}
