#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The streams that a program is started with.
enum Terminal {
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Says a line to the user.
    static func say(_ line: String) {
        writeToError(line + "\n")
    }

    /// Puts a line where the last one stood.
    static func update(_ line: String) {
        writeToError("\r\u{1B}[K" + line)
    }

    private static func writeToError(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            // Whoever closed standard error does not want to be told.
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }
}
