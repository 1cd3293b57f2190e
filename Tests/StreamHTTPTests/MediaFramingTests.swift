import NIOCore
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamHTTP

/// A lane sends what each viewer's translator would make.
@Suite struct MediaFramingTests {
    @Test(arguments: MediaFormat.allCases, [BodyFraming.chunked, .untilClose])
    func `framed messages equal the parts of a response`(format: MediaFormat, body: BodyFraming) throws {
        var translator = try begun(format)
        var compared = 0
        for message in try messages(format) {
            let framing = translator.steadyContent.map { MediaFraming(content: $0, body: body) }
            let framed = framing.flatMap { Self.bytes(of: message, by: $0) }
            let translated = Self.response(to: message, by: &translator, body)
            if let framed {
                #expect(framed == translated)
                compared += 1
            }
            if case .tracks = message { #expect(framed == nil, "a table may end the response") }
        }
        #expect(compared >= 15)
    }

    @Test func `other messages, other tracks and empty frames have no bytes`() throws {
        var translator = try begun(.h264)
        for message in try messages(.h264).prefix(3) { _ = Self.response(to: message, by: &translator, .chunked) }
        let framing = MediaFraming(content: try #require(translator.steadyContent), body: .chunked)
        #expect(Self.bytes(of: Made.sound(30), by: framing) == [])
        #expect(Self.bytes(of: .streamState(.interrupted), by: framing) == [])
        let empty = Frame(FrameHeader(track: .zero, decodeTime: 0, presentationTime: 0), payload: [])
        #expect(Self.bytes(of: .frame(empty), by: framing) == [], "an empty chunk would end the response")
    }

    @Test func `a response is not steady before it has begun, nor after its end`() throws {
        for format in MediaFormat.allCases {
            let waiting = MediaTranslator(MediaRequest(stream: .live, format: format))
            #expect(waiting.steadyContent == nil)
        }
        var mp4 = try begun(.mp4)
        let messages = try messages(.mp4)
        _ = Self.response(to: messages[0], by: &mp4, .chunked)
        #expect(mp4.steadyContent == nil, "the first fragment has the beginning in front of it")
        _ = Self.response(to: messages[1], by: &mp4, .chunked)
        #expect(mp4.steadyContent == .container)
        _ = Self.response(to: .goodbye(Ending(.endOfStream, "")), by: &mp4, .chunked)
        #expect(mp4.steadyContent == nil)
    }

    @Test func `a transport stream is not steady until a gap is repaired`() throws {
        var translator = try begun(.transportStream)
        let messages = try messages(.transportStream)
        for message in messages.prefix(5) { _ = Self.response(to: message, by: &translator, .chunked) }
        #expect(translator.steadyContent == .container)
        let gap = Gap(track: .zero, reason: .latency, epoch: 1, first: 1, count: 2)
        _ = Self.response(to: .gap(gap), by: &translator, .chunked)
        #expect(translator.steadyContent == nil)
        for message in messages.dropFirst(5) { _ = Self.response(to: message, by: &translator, .chunked) }
        #expect(translator.steadyContent == .container)
    }

    // MARK: Support

    /// A translator that was welcomed.
    private func begun(_ format: MediaFormat) throws -> MediaTranslator {
        var translator = MediaTranslator(MediaRequest(stream: .live, format: format))
        let welcome = Welcome(
            epoch: 1,
            streamInstance: 7,
            maximumFrameLength: 1 << 20,
            pingInterval: 5_000,
            maximumLatency: 2_000,
            state: .live
        )
        translator.receive(.opening(.welcome(welcome)))
        #expect(translator.next() == nil)
        return translator
    }

    /// The messages of a stream with two tracks, as the viewers of a format get them.
    private func messages(_ format: MediaFormat) throws -> [ProtocolMessage] {
        guard let wrapping = MediaRequest(stream: .live, format: format).wrapping else { return try Made.stream() }
        var wrapper = ContainerWrapper(wrapping.container, track: nil)
        return wrapper.messages(try Made.stream())
    }

    private static func response(
        to message: ProtocolMessage,
        by translator: inout MediaTranslator,
        _ body: BodyFraming
    ) -> [UInt8] {
        translator.receive(message.encoded())
        var bytes: [UInt8] = []
        while let action = translator.next() {
            guard case .send(let prefix, let payload) = action else { continue }
            body.write(prefix: prefix, payload: payload) { bytes += $0.readableBytesView }
        }
        return bytes
    }

    /// - Returns: `nil` if each viewer must handle the message by itself.
    private static func bytes(of message: ProtocolMessage, by framing: MediaFraming) -> [UInt8]? {
        var bytes: [UInt8] = []
        return framing.frame(message.encoded()) { bytes += $0.readableBytesView } ? bytes : nil
    }
}
