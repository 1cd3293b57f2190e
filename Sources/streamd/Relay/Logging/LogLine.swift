import Logging
import StreamProtocol

/// One log message.
struct LogLine {
    /// RFC 3339, in UTC.
    let time: String
    let level: Logger.Level
    let message: String
    let metadata: Logger.Metadata

    /// The line without a line break at its end. Inner line breaks are escaped, so that a peer's text cannot look like
    /// another message.
    func text(in format: LogFormat) -> String {
        switch format {
        case .text: asText
        case .json: asJSON
        }
    }

    private var asText: String {
        var line = "\(time) \(level.rawValue) \(message.printable)"
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            line += " \(Self.word(key))=\(Self.word(value.description))"
        }
        return line
    }

    private var asJSON: String {
        var line = "{\"time\":"
        line.appendJSON(time)
        line += ",\"level\":"
        line.appendJSON(level.rawValue)
        line += ",\"message\":"
        line.appendJSON(message)
        if !metadata.isEmpty {
            line += ",\"metadata\":"
            line.appendJSON(.dictionary(metadata))
        }
        return line + "}"
    }

    /// The text as one word. Quotes surround text that could look like several words or like a key with a value:
    /// clients choose their own names.
    private static func word(_ text: String) -> String {
        guard text.isEmpty || text.unicodeScalars.contains(where: \.endsWord) else { return text }
        let quoted = text.unicodeScalars.reduce(into: "") { result, scalar in
            result += scalar.isUnprintable || scalar.isQuoting ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return "\"\(quoted)\""
    }
}

extension String {
    /// Appends `text` as a JSON string, RFC 8259 7.
    fileprivate mutating func appendJSON(_ text: String) {
        append("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                append("\\")
                unicodeScalars.append(scalar)
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case _ where scalar.isControl:
                let digits = String(scalar.value, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: unicodeScalars.append(scalar)
            }
        }
        append("\"")
    }

    fileprivate mutating func appendJSON(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let text): appendJSON(text)
        case .stringConvertible(let value): appendJSON(value.description)
        case .array(let values):
            append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { append(",") }
                appendJSON(value)
            }
            append("]")
        case .dictionary(let values):
            append("{")
            for (index, (key, value)) in values.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { append(",") }
                appendJSON(key)
                append(":")
                appendJSON(value)
            }
            append("}")
        }
    }
}

extension Unicode.Scalar {
    /// C0, DEL and C1: at most four hexadecimal digits.
    fileprivate var isControl: Bool { properties.generalCategory == .control }

    fileprivate var isQuoting: Bool { self == "\"" || self == "\\" }

    /// Characters that need quotes.
    fileprivate var endsWord: Bool { isUnprintable || isQuoting || self == "=" || properties.isWhitespace }
}
