#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of a test's own. It is removed with its last reference, so a suite keeps it in a property.
public final class TemporaryFolder: Sendable {
    /// The folder, without a slash at its end.
    public let path: String

    public init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "streamd-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file of the folder, whether it exists or not.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file with these permissions, in place of one of the same name.
    ///
    /// - Returns: Its path.
    @discardableResult
    public func write(_ content: some Collection<UInt8>, to name: String, mode: Int = 0o600) throws -> String {
        try Data(content).write(to: URL(filePath: path(name)))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
        return path(name)
    }

    /// Writes a text in UTF-8.
    ///
    /// - Returns: The file's path.
    @discardableResult
    public func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    /// The content of a file.
    public func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }
}
