/// A short file in which the kernel says something, as in `/proc`.
package enum KernelFile {
    /// More than any such file has that is read here.
    private static let longest = 4096

    /// The file's text, up to 4096 bytes; `nil` if it cannot be opened.
    package static func text(at path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: longest)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
