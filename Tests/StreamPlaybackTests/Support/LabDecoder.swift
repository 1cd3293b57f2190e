#if Player && os(Linux)
    import Foundation
    import Testing

    @testable import StreamPlayback

    /// The lab's VA-API driver with its decoder; see lab/README.md.
    enum LabDecoder {
        static let advice: Comment = "Run scripts/test, which provides the VA-API test driver."

        static var isThere: Bool { getenv("STREAMD_LAB_DRIVER") != nil }

        /// Runs `body` with a device that decodes, and with these faults (`X264VA_DEC_…`). They apply to the whole
        /// process: the suite that uses this is serialized.
        ///
        /// - Returns: What `body` returns, and a line for each picture that the driver decoded or refused.
        static func with<Result>(
            _ faults: [String: String] = [:],
            _ body: (HardwareDevice) throws -> Result
        ) throws -> (result: Result, log: [String]) {
            let file = FileManager.default.temporaryDirectory.appending(path: "streamd-lab-\(UUID()).log")
            defer { try? FileManager.default.removeItem(at: file) }
            let settings = ["X264VA_DEC": "1", "X264VA_DEC_LOG": file.path].merging(faults) { $1 }
            for (name, value) in settings { setenv(name, value, 1) }
            // Empty instead of unset: other threads may be reading the environment.
            defer { for name in settings.keys { setenv(name, "", 1) } }
            // The path that the lab's shim presents to libva as a render node.
            let result = try body(try HardwareDevice(path: "/dev/null"))
            let log = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return (result, log.split(separator: "\n").map(String.init))
        }
    }
#endif
