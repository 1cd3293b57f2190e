import Platform

/// The standard streams.
enum Terminal {
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether standard output shows colours: on a terminal, unless the user wants none (https://no-color.org).
    static var usesColours: Bool {
        outputIsTerminal && allowsColours(noColor: variable("NO_COLOR"), terminal: variable("TERM"))
    }

    /// Whether the terminal knows no escape sequences.
    static var isDumb: Bool { variable("TERM") == "dumb" }

    /// - Parameters:
    ///   - noColor: The variable `NO_COLOR`.
    ///   - terminal: The variable `TERM`.
    static func allowsColours(noColor: String, terminal: String) -> Bool { noColor.isEmpty && terminal != "dumb" }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

    /// Whether the cursor stands behind a line of ``replaceLine(_:)``.
    private static let hasOpenLine = Mutex(false)

    /// Prints a line on standard error, in place of one that is replaced each second.
    static func printLine(_ line: String) {
        hasOpenLine.withLock { isOpen in
            writeToError((isOpen ? clearLine : "") + line + "\n")
            isOpen = false
        }
    }

    /// Replaces the last line.
    static func replaceLine(_ line: String) {
        hasOpenLine.withLock { isOpen in
            writeToError(clearLine + line)
            isOpen = true
        }
    }

    /// Keeps the last line that was replaced.
    static func endLine() {
        hasOpenLine.withLock { isOpen in
            if isOpen { writeToError("\n") }
            isOpen = false
        }
    }

    private static let clearLine = "\r\u{1B}[K"

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
