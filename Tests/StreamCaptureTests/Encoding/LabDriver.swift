#if os(Linux)
    import Foundation
    import Platform
    import Testing

    /// The lab's VA-API driver; see lab/README.md.
    enum LabDriver {
        static let advice: Comment = "Run scripts/test, which provides the VA-API test driver."
        /// The path that the lab's shim presents to libva as a render node.
        static let device = "/dev/null"

        static var isThere: Bool { getenv("STREAMD_LAB_DRIVER") != nil }

        /// Runs `body` while the driver has a fault. The fault applies to the whole process: suites that use this are
        /// serialized.
        static func with<Result>(_ fault: String, _ value: String, _ body: () throws -> Result) rethrows -> Result {
            setenv(fault, value, 1)
            // Empty instead of unset: other threads may be reading the environment.
            defer { setenv(fault, "", 1) }
            return try body()
        }

        /// The driver's log of each frame during `body`.
        static func log(_ body: () throws -> Void) throws -> [String] {
            let file = FileManager.default.temporaryDirectory.appending(path: "streamd-lab-\(UUID()).log")
            defer { try? FileManager.default.removeItem(at: file) }
            try with("X264VA_LOG", file.path, body)
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }
#endif
