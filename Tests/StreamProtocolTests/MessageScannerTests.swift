import NIOCore
import StreamProtocol
import Testing

@Suite struct MessageScannerTests {
    private func stream() throws -> (bytes: ByteBuffer, events: [MessageScanner.Event]) {
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        var events: [MessageScanner.Event] = [.preface(versions: Preface.supported.versions)]
        let messages: [ProtocolMessage] = [
            .ping(Ping(sent: 7)), .gap(Gap(track: .zero, reason: .latency, epoch: 1, first: 2, count: 3)),
        ]
        for (number, length) in [0, 1, 300].enumerated() {
            let header = FrameHeader(
                track: .zero,
                flags: .randomAccess,
                epoch: 1,
                sequence: UInt64(number),
                decodeTime: 5,
                presentationTime: 6
            )
            let frame = ProtocolMessage.frame(Frame(header, payload: [UInt8](repeating: 0xAB, count: length))).encoded()
            bytes.writeImmutableBuffer(frame)
            events.append(.frame(header, length: frame.readableBytes))
            // What is not known is skipped.
            bytes.writeMultipleIntegers(UInt32(2), MessageType.grease[0].rawValue, UInt16(0), UInt16(0xFFFF))
            for message in messages {
                message.write(to: &bytes)
                events.append(.message(message))
            }
        }
        return (bytes, events)
    }

    @Test func `the result does not depend on where the bytes are cut`() throws {
        let (bytes, events) = try stream()
        for length in 1...bytes.readableBytes {
            var scanner = MessageScanner()
            var left = bytes
            var read: [MessageScanner.Event] = []
            while var piece = left.readSlice(length: min(length, left.readableBytes)), piece.readableBytes > 0 {
                while let event = try scanner.next(in: &piece) { read.append(event) }
                #expect(piece.readableBytes == 0)
            }
            #expect(read == events, "in pieces of \(length)")
        }
    }

    @Test(
        arguments: [
            // A ping of a length that is not allowed, and a frame shorter than its header.
            ([0x7F, 0xFF, 0xFF, 0xFF, 0x00, 0x09, 0x00, 0x00] as [UInt8], ErrorCode.messageTooLong),
            ([0x00, 0x00, 0x00, 0x03, 0x00, 0x04, 0x00, 0x00, 1, 2, 3], .malformedMessage),
            ([0x00, 0x00, 0x00, 0x00, 0xBE, 0xEF, 0x00, 0x00], .unknownCritical),
        ]
    )
    func `a malformed message is an error`(message: [UInt8], code: ErrorCode) throws {
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        bytes.writeBytes(message)
        var scanner = MessageScanner()
        _ = try scanner.next(in: &bytes)
        #expect { try scanner.next(in: &bytes) } throws: { ($0 as? ProtocolError)?.code == code }
    }
}
