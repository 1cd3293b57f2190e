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
<link rel="icon" href="/@/bf4d785050c51590/icon.svg">
<link rel="stylesheet" href="/@/bf4d785050c51590/page.css">
<link rel="preload" as="style" href="/@/bf4d785050c51590/player.css" crossorigin>
<link rel="modulepreload" href="/@/bf4d785050c51590/player.js">
<script type="module" src="/@/bf4d785050c51590/gallery.js"></script>
<body class="gallery">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA4WRz2rDMAyH73kKzeemaWFhG9hh5127F3BtJfbq2MFSU/L2I+kf1jG6k5D0+z6ELZ9sMjwNCI770BRyLhB07JTAKJpC9sgajNOZkJU4
clu+3sZR96jE6PE0pMwCTIqMkZU4ectOWRy9wXJpVuCjZ69DSUYHVNsVXLmy9axMGjH/EpsUUi7JOOzxhzz4zjFYnQ9znj0HbHacUfckq3NbyODjATIG
JbxJUYDL2CpRvVf79tm+vNabemPqbf22qeb9msZO3FHEU0ByiPyIHXSHa0N0zw4ZQ9JWgKaL6KEj6AnzYgGTE1HKvvPxztgnewx48/4r+1ouIpP9wDB/
71UhgLL5G+10CJinhZXVmW0KuU92AhM0kRKXyOyO6ZL4dJ5gfgeIiJbgQ496t6zWsrqlim/QbjuXaQIAAA==
""")
}
