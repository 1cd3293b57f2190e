import Platform
import StreamProtocol

/// A small file with access rules, tokens or keys.
struct AccessFile {
    /// More bytes than any sensible list of tokens or keys has. A path to another file must not fill the memory.
    static let maximumLength = 1 << 20

    let path: String
    let bytes: [UInt8]
    private let mode: mode_t

    /// - Throws: ``AccessConfigurationError`` if it cannot be read or is too long.
    init(_ path: String) throws(AccessConfigurationError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(path) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= Self.maximumLength {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.unreadable(path) }
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        guard bytes.count <= Self.maximumLength else {
            throw AccessConfigurationError("is longer than \(Self.maximumLength) bytes; is it the file you meant?").at(
                path
            )
        }
        self.path = path
        self.bytes = bytes
        mode = status.st_mode
    }

    /// - Throws: ``AccessConfigurationError`` if it is not text in UTF-8.
    func text() throws(AccessConfigurationError) -> String {
        guard let text = String(utf8: bytes) else {
            throw AccessConfigurationError("is not text in UTF-8; is it the file you meant?").at(path)
        }
        return text
    }

    /// Warnings for the file's owner about others who can read or change it.
    ///
    /// The group may read it, which is a common setup of services. Anyone who can change it can give themselves access.
    func warnings(holdsSecrets: Bool) -> [AccessWarning] {
        guard mode & S_IFMT == S_IFREG else { return [] }
        var sentences: [String] = []
        if mode & (S_IWGRP | S_IWOTH) != 0 {
            sentences.append("others than its owner may change it; run 'chmod go-w' on it.")
        }
        if holdsSecrets, mode & S_IROTH != 0 {
            sentences.append("all users of this machine may read it; run 'chmod o-r' on it.")
        }
        return sentences.map { AccessWarning(source: path, sentence: $0) }
    }

    private static func unreadable(_ path: String) -> AccessConfigurationError {
        AccessConfigurationError(
            "cannot be read: \(FileProblem(errno)).",
            kind: .unreadable
        ).at(
            path
        )
    }
}
