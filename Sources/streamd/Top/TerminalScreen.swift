import Platform

/// Uses the whole terminal, and restores its content afterwards.
final class TerminalScreen: Sendable {
    private let settings: termios?
    private let usesColours: Bool

    /// Enters the alternate screen. Keys arrive one by one without an echo.
    init(usesColours: Bool) {
        self.usesColours = usesColours
        var settings = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &settings) == 0
        self.settings = isTerminal ? settings : nil
        if isTerminal {
            // Ctrl-C and Ctrl-Z arrive as keys, so that the program can restore the terminal.
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        }
        // The alternate screen, without a cursor.
        Self.put("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Restores the terminal.
    func leave() {
        Self.put("\u{1B}[?25h\u{1B}[?1049l")
        if var settings { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }

    /// Columns and rows.
    var size: Size {
        // A 'winsize', which belongs to another module than the C library's in Debian 13: rows, columns, and pixels.
        var size: (rows: UInt16, columns: UInt16, width: UInt16, height: UInt16) = (0, 0, 0, 0)
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.columns > 0, size.rows > 0 else {
            return Size(width: 80, height: 24)
        }
        return Size(width: Int(size.columns), height: Int(size.rows))
    }

    struct Size: Hashable {
        let width: Int
        let height: Int
    }

    /// Replaces the page without flicker: it overwrites the lines and clears the rest.
    func show(_ lines: [TopPage.Line]) {
        let text = lines.map { $0.emphasized(usesColours: usesColours) }
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

extension TopPage.Line {
    /// The text with the escape sequences of its emphasis. Bold and inverse text are no colours.
    func emphasized(usesColours: Bool) -> String {
        switch emphasis {
        case .none: text
        case .title: "\u{1B}[1m\(text)\u{1B}[0m"
        case .chosen: "\u{1B}[7m\(text)\u{1B}[0m"
        case .warning: usesColours ? "\u{1B}[33m\(text)\u{1B}[0m" : text
        }
    }
}

/// The action of a key.
enum TopKey: Hashable, Sendable {
    case leave, next, previous, sort

    /// Reads the bytes that a terminal sends; ignores unknown keys.
    static func keys(in bytes: [UInt8]) -> [TopKey] {
        var keys: [TopKey] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x03: keys.append(.leave)
            case UInt8(ascii: "s"): keys.append(.sort)
            case UInt8(ascii: "j"): keys.append(.next)
            case UInt8(ascii: "k"): keys.append(.previous)
            case 0x1B where rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O"):
                // Arrows are ESC [ A or, in application mode, ESC O A.
                rest.removeFirst()
                let end = rest.firstIndex { (0x40...0x7E).contains($0) }
                guard let end else { return keys }
                if rest[end] == UInt8(ascii: "A") { keys.append(.previous) }
                if rest[end] == UInt8(ascii: "B") { keys.append(.next) }
                rest = rest[(end + 1)...]
            default: break
            }
        }
        return keys
    }

    /// The stream after or before `chosen`. The list is cyclic and begins with "all".
    func move(from chosen: String?, in streams: [String]) -> String? {
        let places: [String?] = [nil] + streams
        let place = places.firstIndex(of: chosen) ?? 0
        switch self {
        case .leave, .sort: return chosen
        case .next: return places[(place + 1) % places.count]
        case .previous: return places[(place + places.count - 1) % places.count]
        }
    }
}
