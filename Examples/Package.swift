// swift-tools-version: 6.2
import PackageDescription

/// A program that uses these libraries of streamd.
func program(_ name: String, _ libraries: String..., others: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: libraries.map { .product(name: $0, package: "streamd") } + others,
        swiftSettings: [.swiftLanguageMode(.v6)]
    )
}

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v13)],
    dependencies: [
        // Without FFmpeg. A program of your own names streamd's repository and version here.
        .package(name: "streamd", path: "..", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        program("Watcher", "StreamClient", "StreamMedia"),
        program("MP4Recorder", "Containers", "StreamClient", "StreamMedia"),
        program("Pusher", "StreamClient", "StreamMedia"),
        program(
            "EmbeddedRelay",
            "StreamHTTP",
            "StreamRelay",
            "StreamTLS",
            others: [
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        program("StreamInspector", "AAC", "H264"),
        program("Archiver", "StreamRecording"),
    ]
)
