#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A small file that decides who may do what.
struct AccessFile {
    /// More than any sensible list of tokens or keys has; a path to something else must not fill the memory.
    static let maximumLength = 1 << 20

    let path: String
    let bytes: [UInt8]
    private let mode: mode_t

    /// - Throws: ``AccessMistake`` when it cannot be read or is too long.
    init(_ path: String) throws(AccessMistake) {
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
            throw AccessMistake("is longer than \(Self.maximumLength) bytes; is it the file you meant?").at(path)
        }
        self.path = path
        self.bytes = bytes
        mode = status.st_mode
    }

    /// - Throws: ``AccessMistake`` when it is not text in UTF-8.
    func text() throws(AccessMistake) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw AccessMistake("is not text in UTF-8; is it the file you meant?").at(path)
        }
        return text
    }

    /// What its owner should know about who else can read or change it.
    ///
    /// A group may read it, as services are commonly set up; whoever may change it can let themselves in.
    func warnings(holdsSecrets: Bool) -> [AccessWarning] {
        guard mode & S_IFMT == S_IFREG else { return [] }
        var sentences: [String] = []
        if mode & (S_IWGRP | S_IWOTH) != 0 {
            sentences.append("others than its owner may change it; run 'chmod go-w' on it.")
        }
        if holdsSecrets, mode & S_IROTH != 0 {
            sentences.append("everybody on this machine may read it; run 'chmod o-r' on it.")
        }
        return sentences.map { AccessWarning(source: path, sentence: $0) }
    }

    private static func unreadable(_ path: String) -> AccessMistake {
        AccessMistake("cannot be read (\(String(cString: strerror(errno)))); check the name.", kind: .unreadable).at(
            path
        )
    }
}
