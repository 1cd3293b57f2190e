import NIOCore

/// Reads the fields of one message's body, and checks that they use up the body exactly.
///
/// Every error is a ``ProtocolError`` with ``ErrorCode/malformedMessage`` that names the message, unless a method says
/// otherwise.
struct FieldReader {
    private var buffer: ByteBuffer
    private let type: MessageType

    init(_ body: ByteBuffer, of type: MessageType) {
        self.buffer = body
        self.type = type
    }

    var isAtEnd: Bool { buffer.readableBytes == 0 }

    /// Bytes that are left.
    var count: Int { buffer.readableBytes }

    mutating func integer<T: FixedWidthInteger>(_: T.Type = T.self) throws(ProtocolError) -> T {
        guard let value = buffer.readInteger(as: T.self) else { throw truncated }
        return value
    }

    /// Skips reserved bytes, whatever their values.
    mutating func skip(_ count: Int) throws(ProtocolError) {
        guard count <= buffer.readableBytes else { throw truncated }
        buffer.moveReaderIndex(forwardBy: count)
    }

    mutating func bytes(_ count: Int) throws(ProtocolError) -> ByteBuffer {
        guard let slice = buffer.readSlice(length: count) else { throw truncated }
        return slice
    }

    /// A text for people, of `count` bytes. U+FFFD replaces control characters, because they could control a terminal
    /// or forge a line of a log.
    mutating func text(_ count: Int) throws(ProtocolError) -> String {
        try rawText(count).withoutControls
    }

    /// A text of `count` bytes that the caller's type checks.
    mutating func rawText(_ count: Int) throws(ProtocolError) -> String {
        guard let text = String(utf8: try bytes(count).readableBytesView) else {
            throw malformed("text that is not UTF-8")
        }
        return text
    }

    /// The rest as a text for people, for an option whose whole value is a text.
    ///
    /// - Parameter limit: The most bytes that the text may have.
    mutating func text(atMost limit: Int) throws(ProtocolError) -> String {
        try rawText(atMost: limit).withoutControls
    }

    /// The rest as a text that the caller's type checks.
    ///
    /// - Parameter limit: The most bytes that the text may have.
    mutating func rawText(atMost limit: Int) throws(ProtocolError) -> String {
        guard buffer.readableBytes <= limit else { throw malformed("a text of more than \(limit) bytes") }
        return try rawText(buffer.readableBytes)
    }

    /// Reads all options up to the end.
    ///
    /// - Parameter body: Takes an option's number and value, and returns whether it knows the option.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/unknownCritical`` for a critical option that `body` does not know.
    mutating func options(
        _ body: (OptionID, inout FieldReader) throws(ProtocolError) -> Bool
    ) throws(ProtocolError) {
        var seen: Set<OptionID> = []
        while !isAtEnd {
            let id = OptionID(rawValue: try integer())
            let length: UInt16 = try integer()
            var value = FieldReader(try bytes(Int(length)), of: type)
            guard seen.count < ProtocolLimits.options else {
                throw malformed("more than \(ProtocolLimits.options) options")
            }
            guard seen.insert(id).inserted else { throw malformed("\(id) twice") }
            if try body(id, &value) {
                try value.end()
            } else if id.isCritical {
                throw ProtocolError(.unknownCritical, "The \(type) message asks for \(id), which is not known here.")
            }
        }
    }

    /// Checks that no bytes are left.
    func end() throws(ProtocolError) {
        guard isAtEnd else { throw malformed("\(buffer.readableBytes) bytes too many") }
    }

    func malformed(_ what: String) -> ProtocolError {
        ProtocolError(.malformedMessage, "The \(type) message has \(what).")
    }

    private var truncated: ProtocolError {
        ProtocolError(.malformedMessage, "The \(type) message ends in the middle of a field.")
    }
}
