import NIOCore
import NIOTestUtils
import Testing

@testable import StreamProtocol

/// What every message must hold: its bytes and its value are two forms of one thing.
struct RoundTripTests {
    @Test(arguments: WireCase.exact)
    func `a message is encoded to its bytes`(_ example: WireCase) {
        #expect(example.message.encoded() == ByteBuffer(bytes: example.bytes))
        var buffer = ByteBuffer(string: "before")
        example.message.write(to: &buffer)
        #expect(buffer == ByteBuffer(bytes: Array("before".utf8) + example.bytes))
    }

    @Test(arguments: WireCase.exact + WireCase.tolerated)
    func `a message is decoded from its bytes`(_ example: WireCase) {
        let transcript = Transcript(WireCase.prelude + example.bytes)
        #expect(transcript.error == nil)
        #expect(transcript.messages.dropFirst() == [example.message])
        #expect(example.message.type.description == transcript.messages.last?.type.description)
    }

    @Test(arguments: (WireCase.exact + WireCase.tolerated).filter { $0.bytes.count < 10_000 })
    func `a message is the same wherever it is cut`(_ example: WireCase) {
        let whole = WireCase.prelude + example.bytes + WireCase.exact[0].bytes
        let expected = Transcript(whole)
        #expect(expected.error == nil)
        // Every place of a short message. Of a long one, its header, its end, and a thousand others.
        let (start, step) = (WireCase.prelude.count, max(1, example.bytes.count / 1_000))
        let places = Set(stride(from: start, through: whole.count, by: step))
        for cut in places.union(start..<start + 32).union([start + example.bytes.count]) where cut <= whole.count {
            #expect(Transcript([whole[..<cut], whole[cut...]]) == expected, "cut at \(cut)")
        }
        #expect(Transcript(whole.map { CollectionOfOne($0) }) == expected, "byte by byte")
    }

    @Test(arguments: (WireCase.exact + WireCase.tolerated).filter { $0.bytes.count < 10_000 })
    func `a message is waited for while its end is missing`(_ example: WireCase) {
        for end in 0..<example.bytes.count {
            let transcript = Transcript(WireCase.prelude + example.bytes[..<end])
            #expect(transcript.error == nil)
            #expect(transcript.messages.count == 1)
        }
    }

    /// The header says that the message ends here, and its fields do not.
    @Test(arguments: WireCase.exact.filter { $0.bytes.count < 10_000 && $0.message.type != .frame })
    func `a message is never read from fewer bytes`(_ example: WireCase) {
        let body = example.bytes.dropFirst(MessageHeader.length)
        for length in 0..<body.count {
            let short = wire(example.message.type, Array(body.prefix(length)))
            let transcript = Transcript(WireCase.prelude + short)
            // A body may end between two options, and then is a message of its own.
            #expect((transcript.error == nil) == (transcript.messages.count == 2))
            #expect(transcript.messages.last != example.message)
        }
    }

    @Test(arguments: WireCase.exact.filter { $0.message.type != .frame })
    func `a message ends where its header says`(_ example: WireCase) {
        let long = wire(example.message.type, Array(example.bytes.dropFirst(MessageHeader.length)), [0])
        let transcript = Transcript(WireCase.prelude + long)
        #expect(transcript.error?.code == .malformedMessage)
        #expect(transcript.messages.count == 1)
    }

    @Test
    func `NIO's verifier agrees`() throws {
        let pairs = (WireCase.exact + WireCase.tolerated).filter { $0.bytes.count < 1000 }
            .map { (ByteBuffer(bytes: $0.bytes), [MessageDecoder.InboundOut.message($0.message)]) }
        try ByteToMessageDecoderVerifier.verifyDecoder(
            inputOutputPairs: pairs + [(greaseMessage, [])],
            decoderFactory: { (try? MessageDecoder(after: WireCase.prelude)) ?? MessageDecoder() }
        )
    }

    private var greaseMessage: ByteBuffer {
        ByteBuffer(bytes: wire(MessageType(rawValue: 0x4A4A), hex("AAAA")))
    }

    @Test
    func `every message is among the cases`() {
        let types = (0...UInt16.max).map(MessageType.init).filter { !$0.description.hasPrefix("type") }
        #expect(types.count == 16)
        #expect(Set(WireCase.exact.map(\.message.type)) == Set(types))
    }
}
