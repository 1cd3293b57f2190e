import Platform
import StreamProtocol

/// Reads a small file as a whole.
enum WholeFile {
    /// In bytes. Files written by people are shorter.
    static let maximumLength = 1 << 20

    /// The reason why a file cannot be read. It completes a sentence that begins with the file's name.
    struct ReadError: Error, CustomStringConvertible {
        let description: String
    }

    static func text(at path: String) throws(ReadError) -> String {
        let bytes = try bytes(at: path)
        guard let text = String(utf8: bytes) else {
            throw ReadError(description: "is not text in UTF-8; name the file that you mean")
        }
        return text
    }

    /// - Parameter mustBeSeekable: Whether the file must be readable again, which a pipe is not.
    static func bytes(at path: String, mustBeSeekable: Bool = false) throws(ReadError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (mustBeSeekable ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        guard !mustBeSeekable || lseek(descriptor, 0, SEEK_CUR) == 0 else { throw failure(errno) }
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
        throw ReadError(description: "is longer than \(maximumLength) bytes, the limit for files of settings")
    }

    private static func failure(_ code: CInt) -> ReadError {
        let reason =
            switch code {
            case ENOENT: "does not exist; check the name"
            case EACCES: "is not readable for this user; change its owner or mode"
            case EISDIR: "is a directory; name a file in it"
            default: "cannot be read: \(String(cString: strerror(code)))"
            }
        return ReadError(description: reason)
    }
}
