import NIOCore
import NIOEmbedded
import StreamProtocol
import Testing

@testable import StreamClient

/// The memory of messages from a relay that have arrived in part.
@Suite struct CountedDecodingHandlerTests {
    private let counted = Monitor<(asked: [Int], settled: [Int])>(([], []))

    /// - Parameter limit: Bytes that the gauge allows.
    private func channel(limit: Int = .max) throws -> EmbeddedChannel {
        let gauge = ReceptionGauge(
            grow: { [counted] count, end throws(ProtocolError) in
                counted.change { $0.asked.append(end + count) }
                guard end + count <= limit else { throw ProtocolError(.overloaded, "That is too much.") }
            },
            settle: { [counted] capacity in counted.change { $0.settled.append(capacity) } }
        )
        let decoder = MessageDecoder(from: .relay(.relay), maximumFrameLength: 1 << 20)
        let channel = EmbeddedChannel(handler: CountedDecodingHandler(decoder, gauge))
        var opening = ByteBuffer()
        Preface.supported.write(to: &opening)
        ProtocolMessage.welcome(.sample()).write(to: &opening)
        try channel.writeInbound(opening)
        return channel
    }

    private func frame(_ length: Int) -> ByteBuffer {
        Frame(
            FrameHeader(track: .zero, epoch: 1, sequence: 0, decodeTime: 0, presentationTime: 0),
            payload: [UInt8](repeating: 7, count: length)
        ).message
    }

    private func messages(_ channel: EmbeddedChannel) throws -> [ProtocolMessage] {
        var messages: [ProtocolMessage] = []
        while let input = try channel.readInbound(as: MessageDecoder.InboundOut.self) {
            if case .message(let message) = input { messages.append(message) }
        }
        return messages
    }

    @Test func `memory is counted before it is taken, and given back with the message`() throws {
        let channel = try channel()
        var bytes = frame(200_000)
        let whole = bytes.readableBytes
        var sent = 0
        while let part = bytes.readSlice(length: min(16_384, bytes.readableBytes)), part.readableBytes > 0 {
            sent += part.readableBytes
            try channel.writeInbound(part)
            let (asked, settled) = counted.inspect { ($0.asked.last, $0.settled.last) }
            #expect(asked == sent)
            if sent < whole { #expect(try #require(settled) >= sent) }
        }
        #expect(try messages(channel).count == 2)
        #expect(counted.inspect { $0.settled.last } == 0)
        _ = try channel.finish()
    }

    @Test func `a message for which there is no memory ends the connection, and takes none`() throws {
        let channel = try channel(limit: 50_000)
        var bytes = frame(200_000)
        var refused: [ErrorCode] = []
        while let part = bytes.readSlice(length: min(16_384, bytes.readableBytes)), part.readableBytes > 0 {
            do { try channel.writeInbound(part) } catch {
                refused.append((error as? ProtocolError)?.code ?? .internalFault)
            }
        }
        #expect(refused == [.overloaded], "it is reported once")
        #expect(counted.inspect { $0.settled.last } == 0)
        #expect(try messages(channel).count == 1, "only the welcome came")
        _ = try channel.finish()
    }

    @Test func `a connection that closes gives all back`() throws {
        let channel = try channel()
        try channel.writeInbound(try #require(frame(200_000).getSlice(at: 0, length: 100_000)))
        #expect(counted.inspect { $0.settled.last ?? 0 } >= 100_000)
        _ = try channel.finish()
        #expect(counted.inspect { $0.settled.last } == 0)
    }
}
