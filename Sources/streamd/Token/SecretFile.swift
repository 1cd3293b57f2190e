import Platform

/// A file that only its owner can read.
struct SecretFile {
    private let descriptor: CInt
    /// `nil` for standard output.
    private let path: String?

    /// Standard output. A shell creates a file for it that every user of the machine can read: that ends here. A file
    /// that was there before, with access for a group of its own, keeps its mode.
    static var standardOutput: SecretFile {
        if let status = FileStatus(descriptor: STDOUT_FILENO), status.isRegular, status.permissions & 0o004 != 0 {
            fchmod(STDOUT_FILENO, S_IRUSR | S_IWUSR)
        }
        return SecretFile(descriptor: STDOUT_FILENO, path: nil)
    }

    private init(descriptor: CInt, path: String?) {
        self.descriptor = descriptor
        self.path = path
    }

    /// - Throws: ``Failure`` if there is a file already, or if it cannot be created.
    init(creating path: String) throws(Failure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else {
            throw errno == EEXIST
                ? Failure(.cannotWrite, "\(path) exists; remove it, or give another name.")
                : Failure(.cannotWrite, "Cannot write \(path): \(FileProblem(errno)).")
        }
        self.path = path
    }

    /// Writes the whole content and closes the file. If that fails, no file stays.
    func write(_ text: String) throws(Failure) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let problem = FileProblem(errno)
                remove()
                throw Failure(.cannotWrite, "Cannot write \(path ?? "standard output"): \(problem).")
            }
            bytes = bytes.dropFirst(count)
        }
        if path != nil { close(descriptor) }
    }

    func remove() {
        guard let path else { return }
        close(descriptor)
        unlink(path)
    }
}
