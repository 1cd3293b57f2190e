// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A fuzz target: a folder of Sources, an executable for `run`.
func target(_ name: String, _ library: String, and more: Target.Dependency...) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["FuzzSupport", .product(name: library, package: "streamd")] + more,
        swiftSettings: settings
    )
}

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [
        // Without FFmpeg.
        .package(name: "streamd", path: "..", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .systemLibrary(name: "CLibFuzzer"),
        .target(name: "FuzzSupport", dependencies: ["CLibFuzzer"], swiftSettings: settings),
        target("splitter", "H264"),
        target("sps", "H264"),
        target("avcc", "H264"),
        target("accessunits", "H264"),
        target("adts", "AAC"),
        target(
            "containers",
            "Containers",
            and: .product(name: "AAC", package: "streamd"),
            .product(name: "H264", package: "streamd")
        ),
        target("packets", "StreamMedia", and: .product(name: "StreamProtocol", package: "streamd")),
        target("wire", "StreamProtocol", and: .product(name: "NIOCore", package: "swift-nio")),
        target(
            "proxy",
            "StreamRelay",
            and: .product(name: "StreamProtocol", package: "streamd"),
            .product(name: "NIOCore", package: "swift-nio")
        ),
        target(
            "session",
            "StreamRelay",
            and: .product(name: "StreamProtocol", package: "streamd"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio"),
            .product(name: "Logging", package: "swift-log")
        ),
        target(
            "http",
            "StreamHTTP",
            and: .product(name: "StreamProtocol", package: "streamd"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio")
        ),
        target(
            "websocket",
            "StreamHTTP",
            and: .product(name: "StreamProtocol", package: "streamd"),
            .product(name: "NIOCore", package: "swift-nio")
        ),
        target("tokens", "StreamAccess", and: .product(name: "StreamProtocol", package: "streamd")),
        target("keys", "StreamAccess"),
        // This product exists only with STREAMD_FUZZ, which `run` sets.
        target("settings", "streamd"),
    ]
)
