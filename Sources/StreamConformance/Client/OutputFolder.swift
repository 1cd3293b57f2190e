import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a viewer writes while a case runs.
struct OutputFolder: Sendable {
    /// What `{output}` stands for in the command.
    let path: String
    private let folder: String

    init() throws {
        let number = UInt64.random(in: 0 ... .max)
        folder = FileManager.default.temporaryDirectory.path + "/streamd-conformance-\(String(number, radix: 36))"
        path = folder + "/output"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// The marks of ``MarkedPicture`` in the output, in their order. A program may write a file or a folder of files.
    var marks: [Int] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return names.sorted { Self.stem($0) < Self.stem($1) }.flatMap { name in
            guard let bytes = contents(name) else { return [] as [Int] }
            return MarkedPicture.marks(in: bytes)
        }
    }

    /// A file whole. A pipe in its place would hold the case, and an endless file take all memory.
    private func contents(_ name: String) -> [UInt8]? {
        let path = folder + "/" + name
        guard let status = FileStatus(path: path), status.isRegular, status.size <= Self.longestFile else { return nil }
        return FileManager.default.contents(atPath: path).map { Array($0) }
    }

    /// More than what any case sends.
    private static let longestFile: UInt64 = 64 << 20

    /// Names without their extensions, because the second of `a.mp4` and `a-2.mp4` is the later one.
    private static func stem(_ name: String) -> Substring {
        name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    }
}
