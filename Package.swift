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

/// Whether the package of the fuzzers asks (`Fuzz/run`). It links the program as a library.
let isFuzzed = Context.environment["STREAMD_FUZZ"] != nil

/// Products of other packages.
extension Target.Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let configuration = product(name: "Configuration", package: "swift-configuration")
    static let coreMetrics = product(name: "CoreMetrics", package: "swift-metrics")
    static let crypto = product(name: "Crypto", package: "swift-crypto")
    static let dequeModule = product(name: "DequeModule", package: "swift-collections")
    static let histogram = product(name: "Histogram", package: "hdrhistogram-swift")
    static let jwtKit = product(name: "JWTKit", package: "jwt-kit")
    static let logging = product(name: "Logging", package: "swift-log")
    static let metrics = product(name: "Metrics", package: "swift-metrics")
    static let metricsTestKit = product(name: "MetricsTestKit", package: "swift-metrics")
    static let nioCertificateReloading = product(name: "NIOCertificateReloading", package: "swift-nio-extras")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
    static let nioExtras = product(name: "NIOExtras", package: "swift-nio-extras")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioPOSIX = product(name: "NIOPosix", package: "swift-nio")
    static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
    static let nioTestUtils = product(name: "NIOTestUtils", package: "swift-nio")
    static let nioTLS = product(name: "NIOTLS", package: "swift-nio")
    static let nioWebSocket = product(name: "NIOWebSocket", package: "swift-nio")
    static let serviceLifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let swiftASN1 = product(name: "SwiftASN1", package: "swift-asn1")
    static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let x509 = product(name: "X509", package: "swift-certificates")
    static let yams = product(name: "Yams", package: "Yams")
}

let program: [Product] =
    isFuzzed
    ? [.library(name: "streamd", targets: ["streamd"])]
    : [.executable(name: "streamd", targets: ["streamd"])]

let programDependencies: [Target.Dependency] = [
    "StreamCapture", "BitCoding", "H264", "AAC", "Containers", "StreamProtocol", "StreamMedia", "StreamInspection",
    "StreamClient", "StreamRecording", "StreamRelay", "StreamAccess", "StreamTLS", "StreamHTTP", "StreamCluster",
    "StreamPlayback", "StreamConformance", "Platform", "PrometheusMetrics", .argumentParser, .configuration,
    .coreMetrics, .histogram, .logging, .nioHTTP1, .nioSSL, .serviceLifecycle, .unixSignals, .yams, .nioCore,
    .nioPOSIX,
]

/// The program. A fuzzer has a main function of its own.
let programTarget: Target =
    isFuzzed
    ? .target(
        name: "streamd",
        dependencies: programDependencies,
        exclude: ["CompletionScript.swift", "Streamd.swift", "UnknownCommand.swift"]
    )
    : .executableTarget(name: "streamd", dependencies: programDependencies)

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
        .target(name: "Platform"),
        // Swift's own packages use the same experimental feature for properties whose value borrows from its owner.
        .target(name: "BitCoding", swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
        .target(name: "H264", dependencies: ["BitCoding"]),
        .target(name: "AAC", dependencies: ["BitCoding"]),
        .target(name: "Containers", dependencies: ["AAC", "BitCoding", "H264"]),
        .target(name: "StreamProtocol", dependencies: [.nioCore]),
        .target(
            name: "StreamMedia",
            dependencies: ["AAC", "BitCoding", "Containers", "H264", "StreamProtocol", .dequeModule, .nioCore]
        ),
        .target(name: "StreamInspection", dependencies: ["AAC", "BitCoding", "H264", "StreamMedia"]),
        .target(
            name: "StreamClient",
            dependencies: [
                "Platform", "StreamProtocol", .crypto, .logging, .nioSSL, .nioTLS, .swiftASN1, .x509, .nioCore,
                .nioPOSIX,
            ]
        ),
        .target(
            name: "StreamRecording",
            dependencies: [
                "AAC", "BitCoding", "Containers", "H264", "Platform", "StreamClient", "StreamMedia",
                "StreamProtocol", .dequeModule, .logging, .nioCore,
            ]
        ),
        .target(name: "CFanOut"),
        .target(name: "CSystemMemory"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "StreamRelay",
            dependencies: [
                "CFanOut", "CSystemMemory", "Platform", "StreamProtocol", .dequeModule, .logging, .metrics,
                .coreMetrics, .nioExtras, .nioTLS, .serviceLifecycle, .nioCore, .nioPOSIX,
            ]
        ),
        .target(
            name: "StreamAccess",
            dependencies: ["Platform", "StreamProtocol", "StreamRelay", .crypto, .jwtKit, .nioCore]
        ),
        .target(
            name: "StreamTLS",
            dependencies: [
                "Platform", "StreamProtocol", "StreamRelay",
                .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["SystemTLS"])),
                "CSystemMemory", .crypto, .logging, .nioCertificateReloading, .nioCore, .nioSSL, .nioTLS,
                .serviceLifecycle, .swiftASN1, .x509,
            ]
        ),
        .target(name: "ClusterDirectory", dependencies: ["StreamProtocol", .dequeModule, .nioCore]),
        .target(
            name: "StreamCluster",
            dependencies: [
                "ClusterDirectory", "Platform", "StreamClient", "StreamProtocol", "StreamRelay", .asyncHTTPClient,
                .crypto, .logging, .nioHTTP1, .nioSSL, .serviceLifecycle, .nioCore, .nioPOSIX,
            ]
        ),
        .target(
            name: "StreamConformance",
            dependencies: [
                "Platform", "StreamClient", "StreamProtocol", .crypto, .nioSSL, .nioTLS, .nioCore, .nioPOSIX,
            ]
        ),
        .target(name: "WebPlayer", exclude: ["Assets", "embed.js", "join.js", "squeeze.js", "package.json"]),
        .target(
            name: "StreamHTTP",
            dependencies: [
                "AAC", "BitCoding", "Containers", "H264", "Platform", "PrometheusMetrics", "StreamMedia",
                "StreamProtocol", "StreamRelay", "WebPlayer", .coreMetrics, .dequeModule, .logging, .nioExtras,
                .nioHTTP1, .nioWebSocket, .serviceLifecycle, .nioCore, .nioPOSIX,
            ]
        ),
        .target(name: "PrometheusMetrics", dependencies: ["Platform", .coreMetrics]),
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
            dependencies: ["Platform", .target(name: "CFFmpeg", condition: .when(traits: ["Capture", "Player"]))]
        ),
        .target(
            name: "StreamPlayback",
            dependencies: [
                "AAC", "BitCoding", "H264", "Libav", "Platform", "StreamClient", "StreamMedia", "StreamProtocol",
                .target(name: "CFFmpeg", condition: .when(traits: ["Player"])),
                .target(name: "CSDL", condition: .when(traits: ["Player"])), .dequeModule, .logging, .nioCore,
            ]
        ),
        .target(
            name: "StreamCapture",
            dependencies: [
                "AAC", "BitCoding", "Containers", "H264", "Libav", "Platform", "StreamMedia", "StreamProtocol",
                .target(name: "CFFmpeg", condition: .when(traits: ["Capture"])),
                .target(name: "CVideoForLinux", condition: .when(platforms: [.linux], traits: ["Capture"])),
                .nioCore, .nioPOSIX,
            ]
        ),
        programTarget,
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .target(name: "MadeStreams", path: "Tests/MadeStreams"),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(
            name: "RelayTestSupport",
            dependencies: [
                "Platform", "StreamClient", "StreamProtocol", "StreamRelay", "TestSupport", .coreMetrics, .logging,
                .nioCore, .nioPOSIX,
            ],
            path: "Tests/RelayTestSupport"
        ),
        .testTarget(name: "AllocationCounterTests", dependencies: ["AllocationCounter"]),
        .testTarget(name: "PlatformTests", dependencies: ["Platform"]),
        .testTarget(name: "BitCodingTests", dependencies: ["BitCoding"]),
        .testTarget(name: "H264Tests", dependencies: ["H264", "TestSupport"]),
        .testTarget(name: "AACTests", dependencies: ["AAC", "TestSupport"]),
        .testTarget(
            name: "ContainersTests",
            dependencies: ["AAC", "BitCoding", "Containers", "H264", "MadeStreams", "TestSupport"]
        ),
        .testTarget(
            name: "StreamProtocolTests",
            dependencies: ["StreamProtocol", "TestSupport", .nioCore, .nioEmbedded, .nioTestUtils],
            exclude: ["conformance"]
        ),
        .testTarget(
            name: "StreamMediaTests",
            dependencies: [
                "Containers", "StreamMedia", "H264", "AAC", "StreamProtocol", "MadeStreams", "TestSupport",
                .nioCore,
            ]
        ),
        .testTarget(
            name: "StreamInspectionTests",
            dependencies: ["StreamInspection", "H264", "AAC", "MadeStreams", "TestSupport"]
        ),
        .testTarget(
            name: "StreamClientTests",
            dependencies: [
                "RelayTestSupport", "StreamClient", "StreamRelay", "TestSupport", .nioEmbedded, .nioSSL, .nioCore,
                .nioPOSIX,
            ]
        ),
        .testTarget(
            name: "StreamRecordingTests",
            dependencies: [
                "Containers", "H264", "MadeStreams", "Platform", "RelayTestSupport", "StreamClient", "StreamMedia",
                "StreamProtocol", "StreamRecording", "TestSupport", .logging, .nioCore,
            ]
        ),
        .testTarget(name: "PrometheusMetricsTests", dependencies: ["PrometheusMetrics", .coreMetrics]),
        .testTarget(
            name: "StreamHTTPTests",
            dependencies: [
                "AAC", "Containers", "H264", "MadeStreams", "RelayTestSupport", "StreamClient", "StreamHTTP",
                "StreamMedia", "StreamProtocol", "StreamRelay", "StreamTLS", "TestSupport", "WebPlayer",
                .coreMetrics, .logging, .metricsTestKit, .nioEmbedded, .nioExtras, .nioHTTP1, .nioWebSocket,
                .nioCore, .nioPOSIX,
            ]
        ),
        .testTarget(
            name: "StreamConformanceTests",
            dependencies: [
                "Platform", "RelayTestSupport", "StreamClient", "StreamConformance", "StreamProtocol",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "StreamRelayTests",
            dependencies: [
                "AllocationCounter", "Platform", "RelayTestSupport", "StreamHTTP", "StreamRelay", "StreamTLS",
                "TestSupport",
                .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["SystemTLS"])),
                .coreMetrics, .logging, .metricsTestKit, .nioEmbedded, .nioTLS, .nioCore, .nioPOSIX,
            ]
        ),
        .testTarget(
            name: "StreamTLSTests",
            dependencies: [
                "CSystemMemory", "Platform", "RelayTestSupport", "StreamClient", "StreamProtocol", "StreamRelay",
                "StreamTLS", "TestSupport",
                .target(name: "COpenSSL", condition: .when(platforms: [.linux], traits: ["SystemTLS"])), .crypto,
                .logging, .nioEmbedded, .nioSSL, .swiftASN1, .x509, .nioCore, .nioPOSIX,
            ]
        ),
        .testTarget(
            name: "ClusterDirectoryTests",
            dependencies: ["ClusterDirectory", "StreamProtocol", "TestSupport", .nioCore]
        ),
        .testTarget(
            name: "StreamClusterTests",
            dependencies: [
                "ClusterDirectory", "Platform", "RelayTestSupport", "StreamClient", "StreamCluster", "StreamHTTP",
                "StreamProtocol", "StreamRelay", "TestSupport", .logging, .nioHTTP1, .nioSSL, .nioCore, .nioPOSIX,
            ]
        ),
        .testTarget(
            name: "StreamAccessTests",
            dependencies: [
                "RelayTestSupport", "StreamAccess", "StreamClient", "StreamProtocol", "StreamRelay", "TestSupport",
                .crypto, .logging, .nioCore, .nioPOSIX,
            ],
            exclude: ["WebTokens/web_tokens.py"]
        ),
        .testTarget(
            name: "LibavTests",
            dependencies: ["Libav", .target(name: "CFFmpeg", condition: .when(traits: ["Capture", "Player"]))]
        ),
        .testTarget(
            name: "StreamPlaybackTests",
            dependencies: [
                "AAC", "H264", "Libav", "MadeStreams", "Platform", "RelayTestSupport", "StreamClient",
                "StreamMedia", "StreamPlayback", "StreamProtocol", "TestSupport",
                .target(name: "CFFmpeg", condition: .when(traits: ["Player"])),
                .target(name: "CSDL", condition: .when(traits: ["Player"])), .crypto, .logging, .nioCore,
            ]
        ),
        .testTarget(
            name: "StreamCaptureTests",
            dependencies: [
                "H264", "Libav", "Platform", "StreamCapture", "StreamMedia", "StreamProtocol", "TestSupport",
                .target(name: "CFFmpeg", condition: .when(traits: ["Capture"])), .nioCore, .nioPOSIX,
            ]
        ),
        .testTarget(
            name: "StreamdTests",
            dependencies: [
                "streamd", "Containers", "MadeStreams", "Platform", "PrometheusMetrics", "RelayTestSupport",
                "StreamAccess", "StreamCapture", "StreamClient", "StreamCluster", "StreamHTTP", "StreamProtocol",
                "StreamRecording", "StreamRelay", "TestSupport", .logging, .nioCore,
            ]
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "H264", "Platform", "PrometheusMetrics", "RelayTestSupport", "StreamClient", "StreamMedia",
                "StreamProtocol", "StreamRelay", "TestSupport", .coreMetrics, .logging, .metricsTestKit, .nioCore,
                .nioPOSIX,
            ]
        ),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = settings + (target.swiftSettings ?? [])
}
