import NIOCore
import NIOWebSocket
import TestSupport
import Testing

@testable import StreamHTTP

@Suite struct WebSocketFrameReaderTests {
    /// A client's frame, masked as RFC 6455 5.3 says.
    private func frame(
        _ opcode: UInt8,
        _ payload: [UInt8] = [],
        isFinal: Bool = true,
        mask: [UInt8] = [0x37, 0xfa, 0x21, 0x3d]
    ) -> [UInt8] {
        var frame: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        switch payload.count {
        case ...125: frame.append(0x80 | UInt8(payload.count))
        case ...0xFFFF: frame += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default: frame += [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        return frame + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    private struct Read: Equatable {
        var data: [UInt8] = []
        var pings: [[UInt8]] = []
        var closes = 0
    }

    /// Reads `bytes` in pieces, and checks that no more than a header is ever kept.
    private func read(_ bytes: [UInt8], length: Int = .max) throws -> Read {
        var reader = WebSocketFrameReader()
        var buffer = ByteBuffer()
        var result = Read()
        var rest = bytes[...]
        while !rest.isEmpty {
            buffer.writeBytes(rest.prefix(length))
            rest = rest.dropFirst(length)
            while let event = try reader.next(from: &buffer) {
                switch event {
                case .data(let data): result.data += data.readableBytesView
                case .ping(let payload): result.pings.append(Array(payload.readableBytesView))
                case .pong: break
                case .close: result.closes += 1
                }
            }
            #expect(buffer.readableBytes <= 14 + WebSocketFrameReader.controlLength)
        }
        return result
    }

    @Test func `the example of the standard is read`() throws {
        // RFC 6455 5.7: a masked "Hello", here in a binary frame.
        let hello = try read([0x82, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58])
        #expect(hello.data == Array("Hello".utf8))
    }

    @Test func `frames are one stream of bytes, wherever they are cut`() throws {
        let long = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        let bytes =
            frame(2, [1, 2, 3]) + frame(2, long, isFinal: false) + frame(9, [7]) + frame(0, [4], isFinal: false)
            + frame(0xA) + frame(0, [5, 6]) + frame(2) + frame(2, [8]) + frame(8, [3, 0xE8])
        let expected = Read(data: [1, 2, 3] + long + [4, 5, 6, 8], pings: [[7]], closes: 1)
        for length in 1...bytes.count { #expect(try read(bytes, length: length) == expected) }
    }

    @Test func `long frames are passed on as they arrive`() throws {
        let long = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(try read(frame(2, long), length: 999).data == long)
    }

    @Test func `empty fragments without end keep no memory`() throws {
        var reader = WebSocketFrameReader()
        var buffer = ByteBuffer(bytes: frame(2, [1], isFinal: false))
        for _ in 0..<10_000 {
            buffer.writeBytes(frame(0, isFinal: false))
            while try reader.next(from: &buffer) != nil {}
            #expect(buffer.readableBytes == 0)
        }
    }

    @Test func `a violation is answered with its status code`() throws {
        let cases: [([UInt8], WebSocketErrorCode)] = [
            (frame(1, [65]), .unacceptableData),
            ([0x82, 0x01, 0x41], .protocolError),
            ([0xC2, 0x81, 0, 0, 0, 0, 1], .protocolError),
            (frame(3), .protocolError),
            (frame(0xB), .protocolError),
            (frame(0, [1]), .protocolError),
            (frame(2, [1], isFinal: false) + frame(2, [1]), .protocolError),
            (frame(9, isFinal: false), .protocolError),
            (frame(8, Array(repeating: 0, count: 126)), .protocolError),
            ([0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .protocolError),
        ]
        for (bytes, code) in cases {
            for length in [1, bytes.count] {
                let violation = try #require(throws: WebSocketFrameReader.Violation.self) {
                    try read(bytes, length: length)
                }
                #expect(violation.code == code)
                #expect(violation.reason.hasSuffix("."))
            }
        }
    }

    @Test func `random bytes do not trap`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let noise = random.bytes(count: .random(in: 1...200, using: &random))
            _ = try? read(noise, length: .random(in: 1...50, using: &random))
        }
    }
}
