// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let galleryPage = PlayerFile(name: "gallery.html", text: ##"""
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Streams</title>
<link rel="icon" href="/@/8d6e2b26d10c3a0d/icon.svg">
<link rel="stylesheet" href="/@/8d6e2b26d10c3a0d/page.css">
<link rel="preload" as="style" href="/@/8d6e2b26d10c3a0d/player.css" crossorigin>
<link rel="modulepreload" href="/@/8d6e2b26d10c3a0d/player.js">
<script type="module" src="/@/8d6e2b26d10c3a0d/gallery.js"></script>
<body class="gallery">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA4WRz27CMAyH730KL2dKgUloh6baeVf2AiYxTUaaVLEp6ttPLX80pomdLNu/75OV1C82GRl7AiddaIp6KhAwtlpRVE1RdyQIxmFmEq1O
cijf7uOIHWk1eDr3KYsCk6JQFK3O3orTlgZvqJybBfjoxWMo2WAgvV7AjSsPXrRJA+VfYpNCyiUbRx39kAffOgGL+TjlxUugZieZsOO6urRFHXw8Qqag
lTcpKnCZDlpV79Wb3dJmv9na9cq84spW037JQ6seKJYxEDsiecb22NLSMD+yfaaQ0CpAvoqeOgKOlGcLmJyYU/atjw/GLtlToLv3X9nXfBGb7HuB6Xtv
CgWczd9oiyFQHme2ri5sU9T7ZEcwAZm1ukYmd0zXxKfzDNM7QCSyDB844G5eLevqniq+AS2vkPJpAgAA
""")
}
