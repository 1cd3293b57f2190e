// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/45183cb754459b5d/icon.svg">\##n<link rel="stylesheet" href="/@/45183cb754459b5d/page.css">\##n<link rel="preload" as="style" href="/@/45183cb754459b5d/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/45183cb754459b5d/player.js">\##n<link rel="modulepreload" href="/@/45183cb754459b5d/controls.js">\##n<script type="module" src="/@/45183cb754459b5d/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sz27DIAyH73kKj3PTqFqrdRJEO0+7bS9AwQ2sBCLspsrbT/Sf1h66nQD//H2yLOSTTYanAcFxH9pKlgOCjp0SGEVbyR5Zg3E6E7IS
e97W62s56h6VGD0ehpRZgEmRMbISB2/ZKYujN1gfHzPw0bPXoSajA6rFDC5cvfWsTBox34lNCinXZBz2+EsefOcYrM670s+eA7YffkTZnO6VDD7uIGNQ
wpsUBbiMWyWat2a5WqyfzeZltVyuXjcr25R8TmMnbijiKSA5RH7EDrrDuSG6ZYeMIWkrQNNZ9NAR9IT5aAGTE1HKvvPxxtgnuw949f4p+76b6N982XBO
gc4GMtkPDOV3XCQCKJsH2yigbE5gW8lNshOYoImUKHmxxnSOv5wnKFWIiJbgXY/68xjNZXPtqn4Agj8F5aICAAA=
""")
}
