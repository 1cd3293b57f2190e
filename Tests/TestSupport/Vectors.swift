import Foundation

/// The folder of test vectors: real streams, and what other tools say of them.
///
/// They are not in this repository. Tests that need them look for `../shared/vectors` beside it, or where
/// `STREAMD_VECTORS` points, and are skipped by `.enabled(if: Vectors.present, "\(Vectors.missing)")`.
public enum Vectors {
    /// The folder, or `nil` where it is not on this machine.
    public static let folder: URL? = {
        let places: [URL]
        if let path = ProcessInfo.processInfo.environment["STREAMD_VECTORS"] {
            places = [URL(filePath: path, directoryHint: .isDirectory)]
        } else {
            let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
            places = [root.appending(path: "../shared/vectors").standardizedFileURL]
        }
        return places.first { FileManager.default.fileExists(atPath: $0.appending(path: "MANIFEST.tsv").path) }
    }()

    /// Whether the vectors are on this machine.
    public static var present: Bool { folder != nil }

    /// Why a vector test is skipped.
    public static let missing = "no test vectors: neither ../shared/vectors nor STREAMD_VECTORS"

    /// The bytes of a file of the folder.
    public static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: try url(name)))
    }

    /// A JSON file of the folder, decoded.
    public static func json<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: try url(name)))
    }

    /// Inputs that other decoders' fuzzers found.
    ///
    /// - Throws: An error where there are no vectors.
    public static func fuzzInputs() throws -> [[UInt8]] {
        try json("fuzz.json", as: FuzzInputs.self).inputs.map { [UInt8](hex: $0.hex) }
    }

    private struct FuzzInputs: Decodable {
        struct Input: Decodable { let hex: String }
        let inputs: [Input]
    }

    private static func url(_ name: String) throws -> URL {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return folder.appending(path: name)
    }
}

extension Vectors {
    /// One line of MANIFEST.tsv: the columns by name, empty ones left out.
    public struct Entry: Sendable, CustomStringConvertible {
        /// The columns that are not empty, by the name in the header line.
        public let columns: [String: String]

        /// The file's name in the folder.
        public var file: String { columns["file"] ?? "" }
        /// What the file is there for, as in `baseline` or `hostile`.
        public var categories: Set<String> {
            Set((columns["categories"] ?? "").split(separator: ",").map(String.init))
        }
        /// A column that holds a number.
        public func number(_ column: String) -> Int? { columns[column].flatMap { Int($0) } }
        /// The file's name, as tests report it.
        public var description: String { file }
    }

    /// The lines of MANIFEST.tsv, or none where there are no vectors.
    public static let manifest: [Entry] = {
        guard let bytes = try? Vectors.bytes("MANIFEST.tsv") else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        guard let header = lines.first else { return [] }
        return lines.dropFirst().map { line in
            Entry(
                columns: Dictionary(zip(header, line).filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
            )
        }
    }()

    /// The lines of MANIFEST.tsv whose file name ends in `suffix`, as in `.h264`.
    public static func entries(_ suffix: String) -> [Entry] { manifest.filter { $0.file.hasSuffix(suffix) } }
}
