import Foundation
import Testing

/// The table of cases as the fuzzer's first inputs.
struct SeedTests {
    /// Where `Fuzz` wants its seeds, when it asks for them.
    private static let folder = ProcessInfo.processInfo.environment["STREAMD_FUZZ_SEEDS"]

    @Test(.enabled(if: folder != nil, "STREAMD_FUZZ_SEEDS names no folder to write to"))
    func `seeds for the fuzzer are written`() throws {
        let folder = URL(filePath: try #require(Self.folder), directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let cases = (WireCase.exact + WireCase.tolerated).map(\.bytes) + RefusedCase.all.map(\.bytes)
        for (number, bytes) in cases.enumerated() {
            // The last four bytes are the fuzzer's own: begin after a welcome, and cut seven times.
            try Data(bytes + [0, 3, 0, 7]).write(to: folder.appending(path: "case-\(number)"))
        }
    }
}
