// swift-tools-version: 6.2
import PackageDescription

/// What every target of this package is compiled with.
///
/// Warnings are errors where `STREAMD_WARNINGS_AS_ERRORS` is set, as `.ci/run` does: a new compiler's new warning
/// should stop a merge, not a user's build.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (Context.environment["STREAMD_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)])

let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]

/// Whether the package of the fuzzers asks (`Fuzz/run`). It links the program as a library.
let isFuzzed = Context.environment["STREAMD_FUZZ"] != nil

let program: [Product] =
    isFuzzed
    ? [.library(name: "streamd", targets: ["streamd"])]
    : [.executable(name: "streamd", targets: ["streamd"])]

let programDependencies: [Target.Dependency] =
    [
        "StreamCapture", "BitCoding", "H264", "AAC", "Containers", "StreamProtocol", "StreamMedia",
        "StreamInspection", "StreamClient", "StreamRecording", "StreamRelay", "StreamAccess", "StreamTLS", "StreamHTTP",
        "StreamCluster", "StreamPlayback", "StreamConformance", "Platform",
        "PrometheusMetrics",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
    ] + nio

/// The program. A fuzzer has a main function of its own.
let programTarget: Target =
    isFuzzed
    ? .target(
        name: "streamd",
        dependencies: programDependencies,
        exclude: ["CompletionScript.swift", "Streamd.swift", "UnknownCommand.swift"],
        swiftSettings: settings
    )
    : .executableTarget(name: "streamd", dependencies: programDependencies, swiftSettings: settings)

/// The plugin for `swift package generate-documentation` and `preview-documentation`, only where `STREAMD_DOCC` is set:
/// packages that depend on this one do not fetch it.
let documentation: [Package.Dependency] =
    Context.environment["STREAMD_DOCC"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

let package = Package(
    name: "streamd",
    // Of Apple's systems: the oldest with the standard library's clocks and `Duration`.
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "H264", targets: ["H264"]),
        .library(name: "AAC", targets: ["AAC"]),
        .library(name: "Containers", targets: ["Containers"]),
        .library(name: "StreamProtocol", targets: ["StreamProtocol"]),
        .library(name: "StreamMedia", targets: ["StreamMedia"]),
        .library(name: "StreamClient", targets: ["StreamClient"]),
        .library(name: "StreamRecording", targets: ["StreamRecording"]),
        .library(name: "StreamRelay", targets: ["StreamRelay"]),
        .library(name: "StreamTLS", targets: ["StreamTLS"]),
        .library(name: "StreamAccess", targets: ["StreamAccess"]),
        .library(name: "StreamHTTP", targets: ["StreamHTTP"]),
        .library(name: "StreamCluster", targets: ["StreamCluster"]),
        .library(name: "StreamPlayback", targets: ["StreamPlayback"]),
    ] + program,
    traits: [
        .trait(name: "Capture", description: "Cameras, microphones and encoders, by FFmpeg's libraries."),
        .trait(name: "Player", description: "Playback and snapshots, by FFmpeg's libraries and SDL."),
        .trait(name: "SystemTLS", description: "The relay's TLS by the system's OpenSSL, on Linux."),
        .default(enabledTraits: ["Capture", "Player", "SystemTLS"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ] + documentation,
    targets: [
        .target(name: "Platform", swiftSettings: settings),
        // Swift's own packages use the same experimental feature for properties whose value borrows from its owner.
        .target(name: "BitCoding", swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]),
        .target(name: "H264", dependencies: ["BitCoding"], swiftSettings: settings),
        .target(name: "AAC", dependencies: ["BitCoding"], swiftSettings: settings),
        .target(name: "Containers", dependencies: ["AAC", "BitCoding", "H264"], swiftSettings: settings),
        .target(
            name: "StreamProtocol",
            dependencies: [.product(name: "NIOCore", package: "swift-nio")],
            swiftSettings: settings
        ),
        .target(
            name: "StreamMedia",
            dependencies: [
                "AAC", "BitCoding", "Containers", "H264", "StreamProtocol",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "StreamInspection",
            dependencies: ["AAC", "BitCoding", "H264", "StreamMedia"],
            swiftSettings: settings
        ),
        .target(
            name: "StreamClient",
            dependencies: [
                "Platform", "StreamProtocol",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ] + nio,
            swiftSettings: settings
        ),
        .target(
            name: "StreamRecording",
            dependencies: [
                "AAC", "BitCoding", "Containers", "H264", "Platform", "StreamClient", "StreamMedia", "StreamProtocol",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .target(name: "CFanOut"),
        .target(name: "CSystemMemory"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "StreamRelay",
            dependencies: [
                "CFanOut", "CSystemMemory", "Platform", "StreamProtocol",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + nio,
            swiftSettings: settings
        ),
        .target(
            name: "StreamAccess",
            dependencies: [
                "Platform", "StreamProtocol", "StreamRelay",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "StreamTLS",
            dependencies: [
                "Platform", "StreamProtocol", "StreamRelay",
                .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["SystemTLS"])),
                "CSystemMemory",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCertificateReloading", package: "swift-nio-extras"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ClusterDirectory",
            dependencies: [
                "StreamProtocol",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "StreamCluster",
            dependencies: [
                "ClusterDirectory", "Platform", "StreamClient", "StreamProtocol", "StreamRelay",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + nio,
            swiftSettings: settings
        ),
        .target(
            name: "StreamConformance",
            dependencies: [
                "Platform", "StreamClient", "StreamProtocol",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ] + nio,
            swiftSettings: settings
        ),
        .target(
            name: "WebPlayer",
            exclude: ["Assets", "embed.js", "join.js", "squeeze.js", "package.json"],
            swiftSettings: settings
        ),
        .target(
            name: "StreamHTTP",
            dependencies: [
                "AAC", "BitCoding", "Containers", "H264", "Platform", "PrometheusMetrics", "StreamMedia",
                "StreamProtocol", "StreamRelay", "WebPlayer",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + nio,
            swiftSettings: settings
        ),
        .target(
            name: "PrometheusMetrics",
            dependencies: ["Platform", .product(name: "CoreMetrics", package: "swift-metrics")],
            swiftSettings: settings
        ),
        .systemLibrary(
            name: "CFFmpeg",
            pkgConfig: "libavdevice",
            providers: [.apt(["libavdevice-dev"])]
        ),
        .systemLibrary(name: "CVideoForLinux"),
        // Without pkg-config, whose -D_REENTRANT for SDL makes the package manager warn in every build.
        .systemLibrary(name: "CSDL", providers: [.apt(["libsdl2-dev"])]),
        .target(
            name: "Libav",
            dependencies: ["Platform", .target(name: "CFFmpeg", condition: .when(traits: ["Capture", "Player"]))],
            swiftSettings: settings
        ),
        .target(
            name: "StreamPlayback",
            dependencies: [
                "AAC", "BitCoding", "H264", "Libav", "Platform", "StreamClient", "StreamMedia", "StreamProtocol",
                .target(name: "CFFmpeg", condition: .when(traits: ["Player"])),
                .target(name: "CSDL", condition: .when(traits: ["Player"])),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "StreamCapture",
            dependencies: [
                "AAC", "BitCoding", "Containers", "H264", "Libav", "Platform", "StreamMedia", "StreamProtocol",
                .target(name: "CFFmpeg", condition: .when(traits: ["Capture"])),
                .target(name: "CVideoForLinux", condition: .when(platforms: [.linux], traits: ["Capture"])),
            ] + nio,
            swiftSettings: settings
        ),
        programTarget,
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .target(name: "MadeStreams", path: "Tests/MadeStreams", swiftSettings: settings),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(
            name: "RelayTestSupport",
            dependencies: [
                "Platform", "StreamClient", "StreamProtocol", "StreamRelay", "TestSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ] + nio,
            path: "Tests/RelayTestSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "AllocationCounterTests",
            dependencies: ["AllocationCounter"],
            swiftSettings: settings
        ),
        .testTarget(name: "PlatformTests", dependencies: ["Platform"], swiftSettings: settings),
        .testTarget(name: "BitCodingTests", dependencies: ["BitCoding"], swiftSettings: settings),
        .testTarget(name: "H264Tests", dependencies: ["H264", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "AACTests", dependencies: ["AAC", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ContainersTests",
            dependencies: ["AAC", "BitCoding", "Containers", "H264", "MadeStreams", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamProtocolTests",
            dependencies: [
                "StreamProtocol", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOTestUtils", package: "swift-nio"),
            ],
            exclude: ["conformance"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamMediaTests",
            dependencies: [
                "Containers", "StreamMedia", "H264", "AAC", "StreamProtocol", "MadeStreams", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamInspectionTests",
            dependencies: ["StreamInspection", "H264", "AAC", "MadeStreams", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamClientTests",
            dependencies: [
                "RelayTestSupport", "StreamClient", "StreamRelay", "TestSupport",
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ] + nio,
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamRecordingTests",
            dependencies: [
                "Containers", "H264", "MadeStreams", "Platform", "RelayTestSupport", "StreamClient", "StreamMedia",
                "StreamProtocol", "StreamRecording", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PrometheusMetricsTests",
            dependencies: [
                "PrometheusMetrics",
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamHTTPTests",
            dependencies: [
                "AAC", "Containers", "H264", "MadeStreams", "RelayTestSupport", "StreamClient", "StreamHTTP",
                "StreamMedia",
                "StreamProtocol", "StreamRelay", "StreamTLS", "TestSupport", "WebPlayer",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ] + nio,
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamConformanceTests",
            dependencies: [
                "Platform", "RelayTestSupport", "StreamClient", "StreamConformance", "StreamProtocol", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamRelayTests",
            dependencies: [
                "AllocationCounter", "Platform", "RelayTestSupport", "StreamHTTP", "StreamRelay", "StreamTLS",
                "TestSupport", .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["SystemTLS"])),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ] + nio,
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamTLSTests",
            dependencies: [
                "CSystemMemory", "Platform", "RelayTestSupport", "StreamClient", "StreamProtocol", "StreamRelay",
                "StreamTLS", "TestSupport",
                .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["SystemTLS"])),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ] + nio,
            swiftSettings: settings
        ),
        .testTarget(
            name: "ClusterDirectoryTests",
            dependencies: [
                "ClusterDirectory", "StreamProtocol", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamClusterTests",
            dependencies: [
                "ClusterDirectory", "Platform", "RelayTestSupport", "StreamClient", "StreamCluster", "StreamHTTP",
                "StreamProtocol", "StreamRelay", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ] + nio,
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamAccessTests",
            dependencies: [
                "RelayTestSupport", "StreamAccess", "StreamClient", "StreamProtocol", "StreamRelay", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ] + nio,
            exclude: ["WebTokens/web_tokens.py"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "LibavTests",
            dependencies: [
                "Libav", .target(name: "CFFmpeg", condition: .when(traits: ["Capture", "Player"])),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamPlaybackTests",
            dependencies: [
                "AAC", "H264", "Libav", "MadeStreams", "Platform", "RelayTestSupport", "StreamClient", "StreamMedia",
                "StreamPlayback", "StreamProtocol", "TestSupport",
                .target(name: "CFFmpeg", condition: .when(traits: ["Player"])),
                .target(name: "CSDL", condition: .when(traits: ["Player"])),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamCaptureTests",
            dependencies: [
                "H264", "Libav", "Platform", "StreamCapture", "StreamMedia", "StreamProtocol", "TestSupport",
                .target(name: "CFFmpeg", condition: .when(traits: ["Capture"])),
            ] + nio,
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamdTests",
            dependencies: [
                "streamd", "Containers", "MadeStreams", "Platform", "PrometheusMetrics", "RelayTestSupport",
                "StreamAccess",
                "StreamCapture", "StreamClient", "StreamCluster", "StreamHTTP", "StreamProtocol", "StreamRecording",
                "StreamRelay",
                "TestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "H264", "Platform", "PrometheusMetrics", "RelayTestSupport", "StreamClient", "StreamMedia",
                "StreamProtocol", "StreamRelay", "TestSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ] + nio,
            swiftSettings: settings
        ),
    ]
)
