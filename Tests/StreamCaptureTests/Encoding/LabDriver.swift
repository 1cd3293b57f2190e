#if canImport(Glibc)
    import Foundation
    import Glibc
    import Testing

    /// The lab's VA-API driver; see lab/README.md.
    enum LabDriver {
        static let advice: Comment = "Run scripts/test, which provides the VA-API test driver."
        /// What the lab's shim lets libva take for a render node.
        static let device = "/dev/null"

        static var isThere: Bool { getenv("STREAMD_LAB_DRIVER") != nil }

        /// Does something while the driver has a fault. The fault is the whole process's: suites that use this are
        /// serialized.
        static func with<Result>(_ fault: String, _ value: String, _ body: () throws -> Result) rethrows -> Result {
            setenv(fault, value, 1)
            // Empty, not away: what other threads read of the environment stays where it is.
            defer { setenv(fault, "", 1) }
            return try body()
        }

        /// What the driver says of each frame while something is done.
        static func log(_ body: () throws -> Void) throws -> [String] {
            let file = FileManager.default.temporaryDirectory.appending(path: "streamd-lab-\(UUID()).log")
            defer { try? FileManager.default.removeItem(at: file) }
            try with("X264VA_LOG", file.path, body)
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }
#endif
