// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "micro",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "streamd", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        // Links to those of the tests.
        .target(name: "AllocationCounter"),
        .target(name: "MadeStreams", swiftSettings: settings),
        .executableTarget(
            name: "Micro",
            dependencies: [
                "AllocationCounter", "MadeStreams",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "H264", package: "streamd"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "StreamClient", package: "streamd"),
                .product(name: "StreamMedia", package: "streamd"),
                .product(name: "StreamProtocol", package: "streamd"),
                .product(name: "StreamRelay", package: "streamd"),
            ],
            path: "Benchmarks/Micro",
            swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ]
)
