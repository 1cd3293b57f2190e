import Platform
import StreamAccess

/// The file that lists a relay's static tokens.
struct TokensFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Appends a line. Creates a missing file with access for its owner only.
    ///
    /// - Throws: ``Failure`` if the file has errors or already contains the name: the new line must not prevent the
    ///   relay from reading the file.
    func append(_ line: TokenLine) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw cannotWrite() }
        defer { close(descriptor) }
        try check(line)
        var text = line.text + "\n"
        if !endsWithLineEnd(descriptor) { text = "\n" + text }
        // A single write, so that lines of two programs do not mix.
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw cannotWrite() }
    }

    private func check(_ line: TokenLine) throws(Failure) {
        do throws(AccessConfigurationError) {
            let (rules, warnings) = try AccessSources(tokensFile: path).read()
            _ = try TokenTable(rules.tokens.lines + [line])
            for warning in warnings where !rules.tokens.lines.isEmpty { Terminal.printLine("streamd: \(warning)") }
        } catch {
            throw Failure(error.source == nil ? error.at(path) : error)
        }
    }

    private func endsWithLineEnd(_ descriptor: CInt) -> Bool {
        let length = lseek(descriptor, 0, SEEK_END)
        guard length > 0 else { return true }
        var last: UInt8 = 0
        return pread(descriptor, &last, 1, length - 1) == 1 && last == UInt8(ascii: "\n")
    }

    private func cannotWrite() -> Failure {
        Failure(.cannotWrite, "Cannot write to \(path): \(FileProblem(errno)).")
    }
}

extension Failure {
    /// Converts an error in a relay's token and key files.
    init(_ mistake: AccessConfigurationError) {
        switch mistake.kind {
        case .unreadable: self.init(.noInput, mistake.description)
        case .invalid: self.init(.badData, mistake.description)
        }
    }
}
