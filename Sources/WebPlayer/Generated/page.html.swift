// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    public static let playerPage = PlayerFile(name: "page.html", text: ##"""
<!doctype html>\##n<html lang="en">\##n<meta charset="utf-8">\##n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\##n<meta name="color-scheme" content="light dark">\##n<title>Live</title>\##n<link rel="icon" href="/@/0f851777b34e2bc1/icon.svg">\##n<link rel="stylesheet" href="/@/0f851777b34e2bc1/page.css">\##n<link rel="preload" as="style" href="/@/0f851777b34e2bc1/player.css" crossorigin>\##n<link rel="modulepreload" href="/@/0f851777b34e2bc1/player.js">\##n<link rel="modulepreload" href="/@/0f851777b34e2bc1/controls.js">\##n<script type="module" src="/@/0f851777b34e2bc1/page.js"></script>\##n<body class="page">\##n<noscript>This page needs JavaScript.</noscript>\##n
"""##, gzip: """
H4sIAAAAAAACA42Sy27DIBBF9/6KKes4bvpQsgCr66q79gcIjA0NBouZOMrfV+SlJou0K2DunKPRCPlgk+H9iOB4CG0lywFBx14JjKKt5ICswTidCVmJ
LXf16lKOekAlJo+7MWUWYFJkjKzEzlt2yuLkDdaHxwx89Ox1qMnogGoxgzNXd56VSRPmG7FJIeWajMMBf8mD7x2D1XlT+tlzwPbDTyib472SwccNZAxK
eJOiAJexU6J5ax671etiuVyun1/waW0WTcnnNPXiiiLeBySHyPfYUfc4N0TX7JgxJG0FaDqJ7jqC3mM+WMDkRJSy7328Mg7JbgNevH/Kvm8m+jdfNpxT
oJOBTPYjQ/kdZ4kAyubONgoomyPYVnKd7B5M0ERKlLxYYzrFX84TlCpEREvwrif9eYjmsrl0VT9IxuZmogIAAA==
""")
}
