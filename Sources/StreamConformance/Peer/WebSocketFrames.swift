/// The frames of WebSocket (RFC 6455, 5.2), written by hand so that they may be wrong.
package struct WebSocketFrame: Hashable, Sendable {
    package static let continuation: UInt8 = 0
    package static let text: UInt8 = 1
    package static let binary: UInt8 = 2
    package static let close: UInt8 = 8
    package static let ping: UInt8 = 9
    package static let pong: UInt8 = 10

    package var opcode: UInt8
    package var isFinal = true
    package var reserved: UInt8 = 0
    package var isMasked: Bool
    package var payload: [UInt8]

    package init(
        _ opcode: UInt8,
        _ payload: [UInt8],
        isMasked: Bool,
        isFinal: Bool = true,
        reserved: UInt8 = 0
    ) {
        self.opcode = opcode
        self.payload = payload
        self.isMasked = isMasked
        self.isFinal = isFinal
        self.reserved = reserved
    }

    /// A mask is only there so that proxies see no patterns; a fixed one is as good for a test.
    private static let longestMasked = 1 << 17
    private static let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    package var bytes: [UInt8] {
        var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
        let masked: UInt8 = isMasked ? 0x80 : 0
        switch payload.count {
        case ..<126: bytes.append(masked | UInt8(payload.count))
        case ..<65536: bytes += [masked | 126] + Wire.integer(UInt16(payload.count))
        default: bytes += [masked | 127] + Wire.integer(UInt64(payload.count))
        }
        guard isMasked else { return bytes + payload }
        // A mask of zeros is one, too, and long payloads take no time with it.
        guard payload.count <= Self.longestMasked else { return bytes + [0, 0, 0, 0] + payload }
        return bytes + Self.mask + payload.enumerated().map { $1 ^ Self.mask[$0 & 3] }
    }
}

/// Reads frames of WebSocket from bytes that come in pieces.
struct WebSocketDecoder {
    /// More than the longest message of the protocol, so that no length takes memory beyond it.
    private static let longestPayload = 16 << 20

    private var bytes: [UInt8] = []

    mutating func push(_ more: [UInt8]) throws -> [WebSocketFrame] {
        bytes += more
        var frames: [WebSocketFrame] = []
        while let frame = try next() { frames.append(frame) }
        return frames
    }

    private mutating func next() throws -> WebSocketFrame? {
        guard bytes.count >= 2 else { return nil }
        let short = Int(bytes[1] & 0x7F)
        let extra = short == 126 ? 2 : short == 127 ? 8 : 0
        let isMasked = bytes[1] & 0x80 != 0
        let start = 2 + extra + (isMasked ? 4 : 0)
        guard bytes.count >= start else { return nil }
        let length = extra == 0 ? UInt64(short) : bytes[2..<2 + extra].reduce(0) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(Self.longestPayload) else {
            throw Finding("A frame of WebSocket has \(length) bytes.", Clause("WebSocket"))
        }
        let end = start + Int(length)
        guard bytes.count >= end else { return nil }
        var payload = Array(bytes[start..<end])
        if isMasked, bytes[start - 4..<start] != [0, 0, 0, 0] {
            let mask = Array(bytes[start - 4..<start])
            for index in payload.indices { payload[index] ^= mask[index & 3] }
        }
        let frame = WebSocketFrame(
            bytes[0] & 0x0F,
            payload,
            isMasked: isMasked,
            isFinal: bytes[0] & 0x80 != 0,
            reserved: bytes[0] >> 4 & 7
        )
        bytes.removeFirst(end)
        return frame
    }
}
