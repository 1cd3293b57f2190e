/// Reads the fields of a message that the other side sent.
struct WireReader {
    private let type: MessageNumber
    private var bytes: ArraySlice<UInt8>

    init(_ message: Message) {
        type = message.type
        bytes = message.body[...]
    }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws -> Value {
        try take(Value.bitWidth / 8).reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }

    mutating func take(_ count: Int) throws -> [UInt8] {
        guard bytes.count >= count else { throw fault("ends before its fields do", "Messages") }
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    mutating func text(_ count: Int, limit: Int, _ section: String) throws -> String {
        guard count <= limit else { throw fault("has a text of \(count) bytes", "Limits") }
        let bytes = try take(count)
        guard bytes.isText else { throw fault("has a text that is not UTF-8", "Conventions") }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }

    /// Skips bytes that a sender sets to 0.
    mutating func reserved(_ count: Int) throws {
        guard try take(count).allSatisfy({ $0 == 0 }) else {
            throw fault("has reserved bytes other than 0", "Conventions")
        }
    }

    /// The options up to the end, with the form that all options have.
    mutating func options() throws -> [UInt16: [UInt8]] {
        var options: [UInt16: [UInt8]] = [:]
        while !isAtEnd {
            let number: UInt16 = try integer()
            let length: UInt16 = try integer()
            let isNew = options.updateValue(try take(Int(length)), forKey: number) == nil
            try require(isNew, "the option \(hex(number)) twice", "Options")
        }
        try require(options.count <= 32, "\(options.count) options", "Options")
        return options
    }

    func end() throws {
        guard isAtEnd else { throw fault("has \(bytes.count) bytes after its fields", "Messages") }
    }

    func require(_ condition: Bool, _ what: @autoclosure () -> String, _ section: String) throws {
        guard condition else { throw fault("has \(what())", section) }
    }

    private func fault(_ words: String, _ section: String) -> Finding {
        Finding("A message '\(type)' \(words).", Clause(section))
    }
}

func hex(_ value: some FixedWidthInteger) -> String { "0x" + String(value, radix: 16, uppercase: true) }

extension String {
    /// Whether this is a stream name, as the section "Hello" describes it.
    var isStreamName: Bool {
        let parts = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
                && part.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"):
                        true
                    default: "-_.~".utf8.contains(byte)
                    }
                }
        }
    }
}

extension [UInt8] {
    /// Whether the bytes are UTF-8. Decoding replaces what is not.
    var isText: Bool { String(decoding: self, as: UTF8.self).utf8.elementsEqual(self) }
}
