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
<link rel="icon" href="/@/493d78e67bd4e7b8/icon.svg">
<link rel="stylesheet" href="/@/493d78e67bd4e7b8/page.css">
<link rel="preload" as="style" href="/@/493d78e67bd4e7b8/player.css" crossorigin>
<link rel="modulepreload" href="/@/493d78e67bd4e7b8/player.js">
<link rel="modulepreload" href="/@/493d78e67bd4e7b8/controls.js">
<script type="module" src="/@/493d78e67bd4e7b8/page.js"></script>
<body class="page">
<noscript>This page needs JavaScript.</noscript>

"""##, gzip: """
H4sIAAAAAAACA42Sz07DMAyH730Kk/O6CjGxISUVZ8QNXiBLvNYsTarY67S3R9k/MQ6DUxL//H2yrOgHn5wcRoRehtBWuhwQbOyMwqjaSg8oFlxvM6MY
tZNNvbqWox3QqIlwP6YsClyKglGM2pOX3nicyGF9fMyAIgnZULOzAc3jDC5cvSExLk2Yf4ldCinX7Hoc8Ic8UNcLeJu3pV9IArbvNKFuTvdKB4pbyBiM
Ipeigj7jxqjmtVm8PPnlCp+Xa7/A5XrVlHzOU6duKJZDQO4R5R472g7njvmWHTOGZL0Cy2fRXUewB8xHC7icmFOmjuKNcUh+F/Dq/VP29Wuif/NlwzkF
PhvYZRoFyu+4SBRwdne2UUDdnMC20uvkD+CCZTaq5MUa0zn+7ImhVCEieoY3O9mPYzTXzbWr+gYnHqLeogIAAA==
""")
}
