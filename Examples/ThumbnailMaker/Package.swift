// swift-tools-version: 6.2
import PackageDescription

// A package of its own: decoding needs FFmpeg's libraries and SDL, which the other examples do without.
let package = Package(
    name: "ThumbnailMaker",
    platforms: [.macOS(.v26)],
    dependencies: [
        // A program of your own names streamd's repository and version here.
        .package(name: "streamd", path: "../..", traits: ["Player"])
    ],
    targets: [
        .executableTarget(
            name: "ThumbnailMaker",
            dependencies: [.product(name: "StreamPlayback", package: "streamd")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        )
    ]
)
