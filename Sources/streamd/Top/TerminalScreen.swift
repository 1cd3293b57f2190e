#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The whole terminal, for as long as it is needed: what stood there comes back afterwards.
final class TerminalScreen: Sendable {
    private let settings: termios?

    /// Takes the terminal over. Keys come one by one then, and are not shown.
    init() {
        var settings = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &settings) == 0
        self.settings = isTerminal ? settings : nil
        if isTerminal {
            // Ctrl-C and Ctrl-Z come as keys, so that nobody is left in this screen.
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        }
        // The other screen of the terminal, without a cursor.
        Self.put("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Gives the terminal back as it was.
    func leave() {
        Self.put("\u{1B}[?25h\u{1B}[?1049l")
        if var settings { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }

    /// Columns and rows.
    var size: Size {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(width: 80, height: 24)
        }
        return Size(width: Int(size.ws_col), height: Int(size.ws_row))
    }

    struct Size: Hashable {
        let width: Int
        let height: Int
    }

    /// Shows a page in place of the last one, without flicker: lines are overwritten, and what is left is cleared.
    func show(_ lines: [TopPage.Line]) {
        let text = lines.map { line in
            switch line.emphasis {
            case .none: line.text
            case .title: "\u{1B}[1m\(line.text)\u{1B}[0m"
            case .chosen: "\u{1B}[7m\(line.text)\u{1B}[0m"
            }
        }
        Self.put("\u{1B}[H" + text.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
    }

    private static func put(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if written > 0 { bytes = bytes.dropFirst(written) } else if errno != EINTR { return }
        }
    }
}
