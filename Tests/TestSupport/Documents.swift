#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The documents of this repository. Tests compare their figures with the source.
public enum Documents {
    /// The parts that a document lacks.
    ///
    /// - Parameter path: The document's path from the root of the repository.
    public static func missing(_ parts: [String], in path: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        return parts.filter { !text.contains($0) }
    }

    /// A number with commas between thousands.
    public static func number(_ value: Int) -> String {
        guard value >= 1_000 else { return String(value) }
        return "\(number(value / 1_000)),\(String(value % 1_000 + 1_000).dropFirst())"
    }

    /// Bytes in MiB, or in KiB if they are no whole number of MiB.
    public static func bytes(_ count: Int) -> String {
        count.isMultiple(of: 1 << 20) ? "\(count >> 20) MiB" : "\(count >> 10) KiB"
    }

    /// A time in seconds, or in milliseconds if it is no whole number of seconds.
    public static func time(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        return milliseconds.isMultiple(of: 1_000) ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
}
