// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/493d78e67bd4e7b8/icon.svg">\##n<link rel="stylesheet" href="/@/493d78e67bd4e7b8/page.css">\##n<link rel="preload" as="style" href="/@/493d78e67bd4e7b8/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/493d78e67bd4e7b8/player.js">\##n<link rel="modulepreload" href="/@/493d78e67bd4e7b8/controls.js">\##n<script type="module" src="/@/493d78e67bd4e7b8/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz07DMAyH730Kk/O6CjGxISUVZ8QNXiBLvNYsTarY67S3R9k/MQ6DUxL//H2yrOgHn5wcRoRehtBWuhwQbOyMwqjaSg8oFlxvM6MY
tZNNvbqWox3QqIlwP6YsClyKglGM2pOX3nicyGF9fMyAIgnZULOzAc3jDC5cvSExLk2Yf4ldCinX7Hoc8Ic8UNcLeJu3pV9IArbvNKFuTvdKB4pbyBiM
Ipeigj7jxqjmtVm8PPnlCp+Xa7/A5XrVlHzOU6duKJZDQO4R5R472g7njvmWHTOGZL0Cy2fRXUewB8xHC7icmFOmjuKNcUh+F/Dq/VP29Wuif/NlwzkF
PhvYZRoFyu+4SBRwdne2UUDdnMC20uvkD+CCZTaq5MUa0zn+7ImhVCEieoY3O9mPYzTXzbWr+gYnHqLeogIAAA==
""")
}
