// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/477c25b66decbf1d/icon.svg">\##n<link rel="stylesheet" href="/@/477c25b66decbf1d/page.css">\##n<link rel="preload" as="style" href="/@/477c25b66decbf1d/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/477c25b66decbf1d/player.js">\##n<link rel="modulepreload" href="/@/477c25b66decbf1d/controls.js">\##n<script type="module" src="/@/477c25b66decbf1d/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTqNPW7QDRztNu2wtQcAIrgQi7qfL2E/2ntYduJ8A/f58sC/lgk+F5RHA8hLaS5YCgY68ERtFWckDWYJzOhKzE
jrv69VKOekAlJo/7MWUWYFJkjKzE3lt2yuLkDdaHxwJ89Ox1qMnogGq1gDNXd56VSRPmG7FJIeWajMMBf8mD7x2D1Xlb+tlzwPbDTyib472SwcctZAxK
eJOiAJexU6J5a55eXszj82a9tmg23co2JV/S1IsringOSA6R77Gj7nFpiK7ZMWNI2grQdBLddQQ9Yz5YwORElLLvfbwyDsnuAl68f8q+byb6N182nFOg
k4FM9iND+R1niQDK5s42CiibI9hWcpPsDCZoIiVKXqwxneIv5wlKFSKiJXjXk/48REvZXLqqH27aMmaiAgAA
""")
}
