import Platform

/// The standard streams.
enum Terminal {
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Prints a line on standard error.
    static func printLine(_ line: String) {
        writeToError(line + "\n")
    }

    /// Replaces the last line.
    static func replaceLine(_ line: String) {
        writeToError("\r\u{1B}[K" + line)
    }

    private static func writeToError(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            // A closed standard error is not a failure.
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }
}
