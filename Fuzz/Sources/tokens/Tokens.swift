import FuzzSupport
import StreamProtocol

@testable import StreamAccess

@main
enum Tokens {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// The lines of a token list are read or refused; what was read is the same when it is written and read again.
private func check(_ input: Input) {
    let text = String(decoding: input.bytes, as: UTF8.self)
    let lines = read(text, separator: input.seed & 0x10 == 0 ? nil : ";")
    precondition(lines.count <= TokenTable.maximumCount, "too many lines")
    for line in lines {
        precondition(line.name.utf8.count <= TokenLine.maximumNameLength, "the name is too long")
        precondition(max(line.publish.count, line.watch.count) <= TokenLine.maximumPatterns, "too many patterns")
        // A pattern may have the same digits as the digest.
        let digest = "sha256=\(line.digest.hexadecimal)"
        let shown = line.text.replacing(digest, with: "sha256=…", maxReplacements: 1)
        precondition(line.description == shown, "the digest is shown, or something else is not")
    }
    // A date becomes longer when it is written as a time.
    let written = lines.filter { $0.text.utf8.count <= TokenTable.maximumLineLength }
    var again = TokenTable()
    do throws(AccessConfigurationError) {
        try again.add(written.map(\.text).joined(separator: "\n"), from: "written")
    } catch {
        preconditionFailure("what was written cannot be read: \(error)")
    }
    precondition(again.lines == written, "the lines are others when they are read again")
}

/// The lines before the first mistake. The error is a short line, and shows no token.
private func read(_ text: String, separator: Character?) -> [TokenLine] {
    var table = TokenTable()
    do throws(AccessConfigurationError) {
        try table.add(text, from: "tokens", separator: separator)
    } catch {
        precondition(isOneLine(error.description, upTo: 512), "not a short line: \(error)")
        for token in secrets(in: text) { precondition(!error.description.contains(token), "the error shows a token") }
    }
    return table.lines
}

/// The words that may be tokens of `streamd token new`. The error itself may hold their prefix.
private func secrets(in text: String) -> [String] {
    let words = text.utf8.split { $0 <= 0x20 || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "=") }
        .map { String(Substring($0)) }
    return words.filter { $0.utf8.count >= 24 && $0.utf8.starts(with: AccessToken.generatedPrefix.utf8) }
}
