import StreamAccess

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file that a relay's static tokens are listed in.
struct TokenFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Adds a line at the end; makes the file for its owner alone where there is none.
    ///
    /// - Throws: ``Failure`` where the file has mistakes, or the name already: what is added must not stop a relay.
    func append(_ line: TokenLine) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw cannotWrite() }
        defer { close(descriptor) }
        try check(line)
        var text = line.text + "\n"
        if !endsWithLineEnd(descriptor) { text = "\n" + text }
        // One write, so that two who add a line at the same time do not mix them.
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw cannotWrite() }
    }

    private func check(_ line: TokenLine) throws(Failure) {
        do throws(AccessMistake) {
            let (rules, warnings) = try AccessSources(tokenFile: path).read()
            _ = try TokenTable(rules.tokens.lines + [line])
            for warning in warnings where !rules.tokens.lines.isEmpty { Terminal.say("streamd: \(warning)") }
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
        Failure(.cannotWrite, "Cannot write to \(path): \(String(cString: strerror(errno))). Check the name.")
    }
}

extension Failure {
    /// What is wrong with a relay's lists of tokens and keys.
    init(_ mistake: AccessMistake) {
        switch mistake.kind {
        case .unreadable: self.init(.noInput, mistake.description)
        case .invalid: self.init(.badData, mistake.description)
        }
    }
}
