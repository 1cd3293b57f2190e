// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A fuzz target: a folder of Sources, an executable for `run`.
func target(_ name: String, _ libraries: String...) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["FuzzSupport"] + libraries.map { .product(name: $0, package: "streamd") },
        swiftSettings: settings
    )
}

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "streamd", path: "..")
    ],
    targets: [
        .systemLibrary(name: "CLibFuzzer"),
        .target(name: "FuzzSupport", dependencies: ["CLibFuzzer"], swiftSettings: settings),
        target("splitter", "H264"),
        target("sps", "H264"),
        target("avcc", "H264"),
        target("accessunits", "H264"),
        target("adts", "AAC"),
    ]
)
