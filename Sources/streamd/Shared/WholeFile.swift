#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A small file, read at once.
enum WholeFile {
    /// Longer files are none that people write.
    static let maximumLength = 1 << 20

    /// Why a file cannot be read; completes a sentence that begins with its name.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    static func text(at path: String) throws(Unreadable) -> String {
        let bytes = try bytes(at: path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Unreadable(description: "is no text in UTF-8")
        }
        return text
    }

    /// - Parameter again: Whether it must be possible to read it once more: a pipe gives what it has but once.
    static func bytes(at path: String, again: Bool = false) throws(Unreadable) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (again ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        guard !again || lseek(descriptor, 0, SEEK_CUR) == 0 else { throw failure(errno) }
        var bytes: [UInt8] = []
        while bytes.count <= maximumLength {
            var taken = 0
            let piece = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
                taken = read(descriptor, buffer.baseAddress, buffer.count)
                count = max(0, taken)
            }
            guard taken >= 0 else { throw failure(errno) }
            guard taken > 0 else { return bytes }
            bytes += piece
        }
        throw Unreadable(description: "is longer than \(maximumLength) bytes, which no file of settings is")
    }

    private static func failure(_ code: CInt) -> Unreadable {
        let reason =
            switch code {
            case ENOENT: "does not exist"
            case EACCES: "may not be read; change its owner or mode"
            case EISDIR: "is a folder"
            default: "cannot be read: \(String(cString: strerror(code)))"
            }
        return Unreadable(description: reason)
    }
}
