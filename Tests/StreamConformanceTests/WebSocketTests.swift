import Testing

@testable import StreamConformance

/// The kit's own WebSocket.
struct WebSocketTests {
    @Test func `the key of the standard has the answer of the standard`() {
        #expect(WebSocketSide.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test(arguments: [0, 1, 125, 126, 65535, 65536])
    func `a frame of any length comes back, however it is cut`(length: Int) throws {
        let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        for isMasked in [false, true] {
            let frame = WebSocketFrame(WebSocketFrame.binary, payload, isMasked: isMasked)
            let bytes = frame.bytes
            for cut in [0, 1, 2, 5, 9, 13, bytes.count / 2] where cut <= bytes.count {
                var decoder = WebSocketDecoder()
                let frames = try decoder.push(Array(bytes[..<cut])) + decoder.push(Array(bytes[cut...]))
                #expect(frames == [frame])
            }
        }
    }

    @Test func `a frame that announces too much is refused before its bytes come`() {
        var decoder = WebSocketDecoder()
        #expect(throws: Finding.self) { _ = try decoder.push([0x82, 127] + Wire.integer(UInt64.max)) }
    }

    @Test func `an opening without an end is refused`() {
        var side = WebSocketSide(isClient: true)
        #expect(throws: Finding.self) { _ = try side.push([UInt8](repeating: 0x41, count: 20_000)) }
    }
}
