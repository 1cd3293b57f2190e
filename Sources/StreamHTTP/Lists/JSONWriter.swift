import NIOCore

/// Writes JSON into a buffer, field by field. `JSONEncoder` allocates containers and boxes for each field, and took 107
/// ms for a list of 250 streams with 16 tracks each.
struct JSONWriter {
    private(set) var bytes = ByteBuffer()
    /// Whether a comma must precede the next field or element.
    private var isContinued = false

    init() {}

    /// Writes an object, whose fields `body` writes.
    mutating func object(_ body: (inout JSONWriter) -> Void) {
        enclose("{", "}", body)
    }

    /// Writes a field with an object.
    mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        enclose("{", "}", body)
    }

    /// Writes a field with an array. Each call of `body` writes an element.
    mutating func array<Element>(
        _ name: StaticString,
        _ elements: [Element],
        _ body: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        enclose("[", "]") { writer in
            for element in elements {
                writer.separate()
                body(&writer, element)
                writer.isContinued = true
            }
        }
    }

    /// Writes a string as an element of an array.
    mutating func element(_ text: String) { string(text) }

    /// Writes a field, unless the value is `nil`.
    mutating func field(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a field, unless the value is `nil`. A number without a fraction has no decimal point.
    mutating func field(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        key(name)
        let text = value.description
        bytes.writeString(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// Writes a field, unless the value is `nil`.
    mutating func field(_ name: StaticString, _ value: (some FixedWidthInteger)?) {
        guard let value else { return }
        key(name)
        bytes.writeString(String(value))
    }

    /// Writes a field.
    mutating func field(_ name: StaticString, _ value: Bool) {
        key(name)
        bytes.writeStaticString(value ? "true" : "false")
    }

    private mutating func enclose(
        _ opening: StaticString,
        _ closing: StaticString,
        _ body: (inout JSONWriter) -> Void
    ) {
        bytes.writeStaticString(opening)
        isContinued = false
        body(&self)
        bytes.writeStaticString(closing)
        isContinued = true
    }

    private mutating func separate() {
        if isContinued { bytes.writeStaticString(",") }
    }

    private mutating func key(_ name: StaticString) {
        separate()
        isContinued = true
        bytes.writeStaticString("\"")
        bytes.writeStaticString(name)
        bytes.writeStaticString("\":")
    }

    /// Writes a string with the escapes of RFC 8259 7.
    private mutating func string(_ text: String) {
        bytes.writeStaticString("\"")
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            bytes.writeString(text)
        } else {
            for byte in text.utf8 { escape(byte) }
        }
        bytes.writeStaticString("\"")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes.writeStaticString("\\\"")
        case UInt8(ascii: "\\"): bytes.writeStaticString("\\\\")
        case 0x08: bytes.writeStaticString("\\b")
        case 0x09: bytes.writeStaticString("\\t")
        case 0x0A: bytes.writeStaticString("\\n")
        case 0x0C: bytes.writeStaticString("\\f")
        case 0x0D: bytes.writeStaticString("\\r")
        case ..<0x20: bytes.writeString("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
        default: bytes.writeInteger(byte)
        }
    }
}

extension StreamDocument {
    /// The document as JSON, with sorted keys: the same bytes that `JSONEncoder` produces.
    var json: ByteBuffer {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("bitRate", bitRate)
            writer.field("bytesReceived", bytesReceived)
            writer.field("epoch", epoch)
            writer.field("frameRate", frameRate)
            writer.field("framesReceived", framesReceived)
            writer.field("gopFrames", gopFrames)
            writer.field("gopSeconds", gopSeconds)
            writer.field("history", history)
            writer.field("keyFrameAge", keyFrameAge)
            writer.object("log") { writer in
                writer.field("bytes", log.bytes)
                writer.field("entries", log.entries)
                writer.field("seconds", log.seconds)
            }
            writer.field("name", name)
            if let publisher { writer.object("publisher") { publisher.write(to: &$0) } }
            if let reception { writer.object("reception") { reception.write(to: &$0) } }
            writer.field("since", since)
            if let source {
                writer.object("source") { writer in
                    writer.array("hops", source.hops) { writer, hop in
                        writer.object { writer in
                            writer.field("delay", hop.delay)
                            writer.field("errorBound", hop.errorBound)
                        }
                    }
                    writer.field("origin", source.origin)
                    writer.array("path", source.path) { $0.element($1) }
                }
            }
            writer.field("state", state)
            writer.array("tracks", tracks) { writer, track in writer.object { track.write(to: &$0) } }
            writer.field("viewers", viewers)
        }
        return writer.bytes
    }
}

extension TrackDocument {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.field("bitRate", bitRate)
        writer.field("channels", channels)
        writer.field("codec", codec)
        writer.field("codecString", codecString)
        writer.field("frameRate", frameRate)
        writer.field("height", height)
        writer.field("id", id)
        writer.field("kind", kind)
        writer.field("language", language)
        writer.field("sampleRate", sampleRate)
        writer.field("summary", summary)
        writer.field("width", width)
    }
}

extension ReceptionDocument {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.field("framesMissed", framesMissed)
        writer.field("framesReceived", framesReceived)
        writer.field("latency", latency)
        writer.field("viewers", viewers)
        writer.field("worstLatency", worstLatency)
    }
}

extension PublisherDocument {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.field("bearer", bearer)
        writer.field("client", client)
        writer.field("connection", connection)
        writer.field("encrypted", encrypted)
        writer.field("peer", peer)
        writer.field("since", since)
    }
}
