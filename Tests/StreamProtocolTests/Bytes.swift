import NIOCore
import StreamProtocol

/// Bytes written as hexadecimal digits; white space is for the reader.
func hex(_ digits: String) -> [UInt8] {
    let nibbles = digits.filter { !$0.isWhitespace }.map { character -> UInt8 in
        guard let nibble = character.hexDigitValue else { preconditionFailure("'\(character)' is no digit") }
        return UInt8(nibble)
    }
    precondition(nibbles.count.isMultiple(of: 2), "half a byte in '\(digits)'")
    return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
}

/// The same, repeated.
func hex(_ digits: String, times: Int) -> [UInt8] {
    Array(repeatElement(hex(digits), count: times).joined())
}

/// A whole message from its type, its flags and its body.
func wire(_ type: MessageType, flags: UInt16 = 0, _ body: [UInt8]...) -> [UInt8] {
    let body = Array(body.joined())
    return big(UInt32(body.count)) + big(type.rawValue) + big(flags) + body
}

/// A number as it is on the wire.
func big(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
}

/// An option as it is on the wire.
func option(_ id: UInt16, _ value: [UInt8] = []) -> [UInt8] {
    big(id) + big(UInt16(value.count)) + value
}

/// What one side said: everything read, and what ended it.
struct Transcript: Equatable {
    var outputs: [MessageDecoder.InboundOut] = []
    var error: ProtocolError?

    /// The messages without the preface.
    var messages: [ProtocolMessage] {
        outputs.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    /// Decodes pieces that come one after the other.
    init(_ pieces: some Sequence<some Sequence<UInt8>>, by decoder: MessageDecoder = MessageDecoder()) {
        var decoder = decoder
        var buffer = ByteBuffer()
        do throws(ProtocolError) {
            for piece in pieces {
                buffer.writeBytes(piece)
                while let output = try decoder.decode(buffer: &buffer) { outputs.append(output) }
            }
        } catch {
            self.error = error
        }
    }

    /// Decodes bytes that come all at once.
    init(_ bytes: [UInt8], by decoder: MessageDecoder = MessageDecoder()) {
        self.init(CollectionOfOne(bytes), by: decoder)
    }
}

extension MessageDecoder {
    /// A decoder that has read these bytes.
    init(
        after bytes: [UInt8],
        from sender: Sender = .either,
        maximumFrameLength: Int = ProtocolLimits.defaultFrameLength
    ) throws {
        self.init(from: sender, maximumFrameLength: maximumFrameLength)
        var buffer = ByteBuffer(bytes: bytes)
        while try decode(buffer: &buffer) != nil {}
    }
}
