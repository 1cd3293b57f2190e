import NIOCore
import NIOWebSocket
import StreamProtocol

/// Reads a client's WebSocket frames (RFC 6455 5) as one stream of bytes with control frames in between.
///
/// Payloads are passed on as they arrive, so that only the number of missing bytes is kept. Frames may be of any
/// length, and messages may have any number of fragments; the protocol inside has limits of its own.
struct WebSocketFrameReader: InboundDecoder {
    enum Event: Hashable {
        /// The next bytes of the stream.
        case data(ByteBuffer)
        case ping(ByteBuffer)
        case pong
        case close
    }

    /// An input that RFC 6455 or this protocol does not allow.
    struct Violation: Error, Equatable {
        let code: WebSocketErrorCode
        /// One sentence for the developer of the client.
        let reason: String

        init(_ reason: String) {
            self.init(.protocolError, reason)
        }

        init(_ code: WebSocketErrorCode, _ reason: String) {
            self.code = code
            self.reason = reason
        }
    }

    /// The most bytes of a control frame's payload (RFC 6455 5.5).
    static let controlLength = 125

    private struct Header {
        let opcode: UInt8
        let isFinal: Bool
        let length: UInt64
        let mask: UInt32
    }

    private struct Payload {
        var remaining: UInt64
        /// Its highest byte masks the next byte of the payload.
        var mask: UInt32
    }

    private enum Opcode {
        static let continuation: UInt8 = 0x0
        static let text: UInt8 = 0x1
        static let binary: UInt8 = 0x2
        static let close: UInt8 = 0x8
        static let ping: UInt8 = 0x9
        static let pong: UInt8 = 0xA
    }

    private var payload: Payload?
    /// Whether a message has begun whose last fragment has not arrived.
    private var isFragmented = false

    /// Takes the next event from `buffer`.
    ///
    /// - Returns: `nil` until more bytes arrive. At most a header and a control frame's payload are left in `buffer`.
    mutating func next(from buffer: inout ByteBuffer) throws(Violation) -> Event? {
        while true {
            if let event = readPayload(from: &buffer) { return event }
            guard payload == nil, let (header, length) = try Self.header(at: buffer) else { return nil }
            if header.opcode & 0x8 != 0 {
                guard buffer.readableBytes >= length + Int(header.length) else { return nil }
                buffer.moveReaderIndex(forwardBy: length)
                return Self.control(header, from: &buffer)
            }
            try follow(header)
            buffer.moveReaderIndex(forwardBy: length)
            if header.length > 0 { payload = Payload(remaining: header.length, mask: header.mask) }
        }
    }

    /// The bytes of the current frame that have arrived.
    private mutating func readPayload(from buffer: inout ByteBuffer) -> Event? {
        guard var payload, buffer.readableBytes > 0 else { return nil }
        let count = Int(min(payload.remaining, UInt64(buffer.readableBytes)))
        guard let bytes = buffer.readUnmasked(count, payload.mask) else { return nil }
        payload.remaining -= UInt64(count)
        payload.mask = payload.mask.rotatedLeft(by: 8 * (count % 4))
        self.payload = payload.remaining > 0 ? payload : nil
        return .data(bytes)
    }

    /// Checks that a data frame is allowed now.
    private mutating func follow(_ header: Header) throws(Violation) {
        switch header.opcode {
        case Opcode.binary where !isFragmented, Opcode.continuation where isFragmented:
            isFragmented = !header.isFinal
        case Opcode.text:
            throw Violation(.unacceptableData, "Text frames mean nothing here; send binary ones.")
        case Opcode.binary:
            throw Violation("A message began before the last fragment of the one before.")
        case Opcode.continuation:
            throw Violation("A fragment came that continues no message.")
        default:
            throw Violation("A frame of the reserved type \(header.opcode) came.")
        }
    }

    private static func control(_ header: Header, from buffer: inout ByteBuffer) -> Event? {
        guard let payload = buffer.readUnmasked(Int(header.length), header.mask) else { return nil }
        switch header.opcode {
        case Opcode.close: return .close
        case Opcode.ping: return .ping(payload)
        default: return .pong
        }
    }

    /// Reads a header without taking it from the buffer.
    ///
    /// - Returns: The header and its length, or `nil` until all of it has arrived.
    private static func header(at buffer: ByteBuffer) throws(Violation) -> (Header, Int)? {
        var reader = buffer
        guard let (first, second) = reader.readMultipleIntegers(as: (UInt8, UInt8).self) else { return nil }
        let opcode = first & 0xF
        guard first & 0x70 == 0 else { throw Violation("Reserved bits are set, but no extension was agreed upon.") }
        guard second & 0x80 != 0 else { throw Violation("A frame is not masked; RFC 6455 wants a client's to be.") }
        if opcode & 0x8 != 0 {
            guard Opcode.close...Opcode.pong ~= opcode else {
                throw Violation("A frame of the reserved type \(opcode) came.")
            }
            guard first & 0x80 != 0, second & 0x7F <= controlLength else {
                throw Violation("A control frame is fragmented or longer than \(controlLength) bytes.")
            }
        }
        var length = UInt64(second & 0x7F)
        if length == 126 {
            guard let long: UInt16 = reader.readInteger() else { return nil }
            length = UInt64(long)
        } else if length == 127 {
            guard let long: UInt64 = reader.readInteger() else { return nil }
            guard long <= Int.max else { throw Violation("A frame's length has its highest bit set.") }
            length = long
        }
        guard let mask: UInt32 = reader.readInteger() else { return nil }
        let header = Header(opcode: opcode, isFinal: first & 0x80 != 0, length: length, mask: mask)
        return (header, reader.readerIndex - buffer.readerIndex)
    }
}

extension ByteBuffer {
    /// Takes `count` bytes and unmasks them (RFC 6455 5.3).
    ///
    /// The result has memory of its own. Unmasking in place would copy the whole buffer for every small frame while
    /// there is a second reference to it.
    fileprivate mutating func readUnmasked(_ count: Int, _ mask: UInt32) -> ByteBuffer? {
        guard var unmasked = readSlice(length: count) else { return nil }
        unmasked.withUnsafeMutableReadableBytes { bytes in
            for index in bytes.indices {
                bytes[index] ^= UInt8(truncatingIfNeeded: mask >> UInt32(24 - 8 * (index & 3)))
            }
        }
        return unmasked
    }
}

extension UInt32 {
    fileprivate func rotatedLeft(by bits: Int) -> UInt32 { bits == 0 ? self : self << bits | self >> (32 - bits) }
}
