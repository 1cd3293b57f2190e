import NIOCore
import Testing

@testable import StreamProtocol

/// Where the decoder says no.
struct DecoderTests {
    @Test(arguments: RefusedCase.all)
    func `a malformed message is refused`(_ example: RefusedCase) {
        let transcript = Transcript(WireCase.prelude + example.bytes)
        #expect(transcript.error?.code == example.code, "\(String(describing: transcript.error))")
        #expect(transcript.messages.count == 1)
    }

    /// A relay looks for a publisher's frames first.
    @Test(arguments: RefusedCase.all)
    func `a decoder that looks for frames first accepts and refuses the same`(_ example: RefusedCase) {
        let header = FrameHeader(track: .zero, decodeTime: 0, presentationTime: 0)
        let frame = Frame(header, payload: [1, 2, 3]).message
        let bytes = WireCase.prelude + frame.readableBytesView + frame.readableBytesView + example.bytes
        let (expected, error) = decoded(bytes) { try $0.decode(buffer: &$1) }
        let (found, refusal) = decoded(bytes) {
            if let frame = try $0.decodeFrame(&$1) { return .message(.frame(frame)) }
            return try $0.decode(buffer: &$1)
        }
        #expect(found == expected)
        #expect(refusal == error && refusal?.code == example.code)
    }

    private func decoded(
        _ bytes: [UInt8],
        by step: (inout MessageDecoder, inout ByteBuffer) throws -> MessageDecoder.InboundOut?
    ) -> ([MessageDecoder.InboundOut], ProtocolError?) {
        var (decoder, buffer) = (MessageDecoder(), ByteBuffer(bytes: bytes))
        var items: [MessageDecoder.InboundOut] = []
        do {
            while let item = try step(&decoder, &buffer) { items.append(item) }
            return (items, nil)
        } catch {
            return (items, error as? ProtocolError)
        }
    }

    @Test
    func `no word stands twice in a refusal`() {
        for example in RefusedCase.all {
            let words = Transcript(WireCase.prelude + example.bytes).error?.reason.split(separator: " ") ?? []
            #expect(!words.isEmpty)
            #expect(!zip(words, words.dropFirst()).contains { $0 == $1 }, "\(words.joined(separator: " "))")
        }
    }

    @Test(arguments: RefusedCase.all)
    func `a malformed message is refused with the same text wherever it is cut`(_ example: RefusedCase) {
        let whole = WireCase.prelude + example.bytes
        let expected = Transcript(whole)
        for cut in WireCase.prelude.count...whole.count {
            #expect(Transcript([whole[..<cut], whole[cut...]]) == expected, "cut at \(cut)")
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: relay\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\0\u{1}",
        "\0\0\0\u{1}\u{9}", "\u{3}\0\0\u{5}\u{e}", "",
    ])
    func `another protocol is recognised by its first byte`(said: String) {
        #expect(Transcript(Array(said.utf8.prefix(1))).error?.code == (said.isEmpty ? nil : .notThisProtocol))
        #expect(Transcript(Array(said.utf8)).outputs.isEmpty)
    }

    @Test
    func `another protocol is recognised by the first byte that differs`() {
        for index in 0..<8 {
            var bytes = WireCase.preface
            bytes[index] ^= 1
            #expect(Transcript(Array(bytes[..<index])) == Transcript([]))
            #expect(Transcript(Array(bytes[...index])).error?.code == .notThisProtocol)
        }
    }

    @Test
    func `a preface is read once it is whole`() throws {
        for end in 0..<Preface.length { #expect(Transcript(Array(WireCase.preface[..<end])) == Transcript([])) }
        #expect(Transcript(WireCase.preface).outputs == [.preface(versions: Preface.supported.versions)])
        var buffer = ByteBuffer()
        Preface.supported.write(to: &buffer)
        #expect(buffer == ByteBuffer(bytes: WireCase.preface))
        #expect(ProtocolMessage.preface == buffer)
        let upsideDown = hex("8F73 7472 6D64 0D0A 0002 0001")
        #expect(Transcript(upsideDown).error?.code == .notThisProtocol)
    }

    @Test(arguments: [(1, 1, 1), (0, 9, 1), (1, 2, 1)] as [(UInt16, UInt16, UInt16)])
    func `the highest common version is spoken`(lowest: UInt16, highest: UInt16, version: UInt16) throws {
        #expect(try Preface.supported.version(with: lowest...highest) == version)
        #expect(try Preface(lowest...highest).version(with: Preface.supported.versions) == version)
    }

    @Test
    func `without a common version both ranges are named`() {
        let error = #expect(throws: ProtocolError.self) {
            try Preface(2...3).version(with: 4...5)
        }
        #expect(error?.code == .unsupportedVersion)
        #expect(error?.reason.contains("2 to 3") == true)
        #expect(error?.reason.contains("4 to 5") == true)
    }

    @Test(arguments: WireCase.exact)
    func `only hello, welcome, error and redirect may come first`(_ example: WireCase) {
        let transcript = Transcript(WireCase.preface + example.bytes)
        switch example.message {
        case .hello, .welcome, .error, .goodbye: #expect(transcript.messages == [example.message])
        default: #expect(transcript.error?.code == .unexpectedMessage)
        }
        let grease = wire(MessageType(rawValue: 0x1A1A), hex("AA"))
        #expect(Transcript(WireCase.preface + grease + example.bytes).messages == transcript.messages)
    }

    /// A load balancer finds the stream's name in the first message.
    @Test
    func `a client's first message is a hello, or it ends the connection`() {
        for type in (1...16).map(MessageType.init) + [MessageType(rawValue: 0x1A1A), MessageType(rawValue: 0x8001)] {
            let mayBegin = [MessageType.hello, .error, .goodbye].contains(type)
            let header = big(UInt32(1)) + big(type.rawValue) + big(UInt16(0))
            let transcript = Transcript(WireCase.preface + header, by: MessageDecoder(from: .client))
            #expect(transcript.error?.code == (mayBegin ? nil : .unexpectedMessage), "\(type)")
        }
    }

    @Test
    func `a relay's first message is not a hello, but may be unknown`() {
        for (type, code) in [(MessageType.hello, .unexpectedMessage), (MessageType.grease[0], nil)]
            as [(MessageType, ErrorCode?)]
        {
            let header = big(UInt32(1)) + big(type.rawValue) + big(UInt16(0))
            let decoder = MessageDecoder(from: .relay(.subscribe))
            #expect(Transcript(WireCase.preface + header, by: decoder).error?.code == code)
        }
    }

    @Test
    func `the type is checked before the length, and the length before the critical bit`() {
        let long = hex("00010001 0003 0000")
        let (publisher, viewer) = (Hello.Role.publish, Hello.Role.subscribe)
        for (role, code) in [(publisher, ErrorCode.messageTooLong), (viewer, ErrorCode.unexpectedMessage)] {
            let hello = ProtocolMessage.hello(Hello(role: role, stream: .live, instance: .random())).encoded()
            let bytes = WireCase.preface + Array(hello.readableBytesView) + long
            #expect(Transcript(bytes, by: MessageDecoder(from: .client)).error?.code == code)
        }
        #expect(Transcript(WireCase.prelude + hex("00001001 8001 0000")).error?.code == .messageTooLong)
        #expect(Transcript(WireCase.prelude + hex("00001000 8001 0000")).error?.code == .unknownCritical)
    }

    @Test
    func `a message that may not come is refused by its header`() {
        #expect(Transcript(WireCase.preface + hex("00010000 0003 0000")).error?.code == .unexpectedMessage)
        #expect(Transcript(WireCase.preface + hex("00100000 0004 0000")).error?.code == .unexpectedMessage)
    }

    @Test
    func `frames come only from a publisher`() {
        let frame = WireCase.frames[1].bytes
        let welcome = WireCase.prelude.dropFirst(Preface.length)
        for hello in WireCase.hellos {
            guard case .hello(let value) = hello.message else { continue }
            let expected: ErrorCode? = value.role == .publish ? nil : .unexpectedMessage
            #expect(Transcript(WireCase.preface + hello.bytes + frame).error?.code == expected)
            #expect(Transcript(WireCase.preface + hello.bytes + welcome + frame).error?.code == expected)
        }
        let refusal = wire(.error, hex("0201 00 00 00000000 0000"))
        #expect(Transcript(WireCase.preface + refusal + welcome + frame).error?.code == .unexpectedMessage)
    }

    @Test
    func `the stricter frame limit holds`() throws {
        let frame = wire(.frame, hex("00", times: 40), hex("42", times: 300))
        for (limit, fits) in [(299, false), (300, true), (Int.max, true)] {
            let publisher = try MessageDecoder(
                after: WireCase.preface + WireCase.hellos[0].bytes,
                maximumFrameLength: limit
            )
            let viewer = try MessageDecoder(after: WireCase.prelude, maximumFrameLength: limit)
            for decoder in [publisher, viewer] {
                #expect(Transcript(frame, by: decoder).error?.code == (fits ? nil : .messageTooLong))
            }
        }
        let welcome = wire(.welcome, hex("00000000 0000000000000000 0000012B 00000001 00000000 00000000"))
        #expect(Transcript(WireCase.preface + welcome + frame).error?.code == .messageTooLong)
    }

    @Test
    func `a frame keeps its bytes`() throws {
        let bytes = WireCase.frames[1].bytes
        guard case .frame(let frame) = Transcript(WireCase.prelude + bytes).messages.last else {
            Issue.record("no frame")
            return
        }
        #expect(frame.payload == ByteBuffer(bytes: bytes.dropFirst(FrameHeader.length)))
        let copy = frame.copied(with: ByteBufferAllocator())
        #expect(copy == frame)
        #expect(copy.message.storageCapacity < frame.message.storageCapacity)
    }

    @Test
    func `grease is skipped and never critical`() {
        #expect(
            MessageType.grease.map(\.rawValue) == [0x0A0A, 0x1A1A, 0x2A2A, 0x3A3A, 0x4A4A, 0x5A5A, 0x6A6A, 0x7A7A]
        )
        for (index, type) in MessageType.grease.enumerated() {
            #expect(!type.isCritical)
            var buffer = ByteBuffer(bytes: WireCase.prelude)
            Grease(index: index, length: index * 2).writeMessage(to: &buffer)
            ProtocolMessage.ping(Ping(sent: 1)).write(to: &buffer)
            #expect(Transcript(Array(buffer.readableBytesView)).messages.last == .ping(Ping(sent: 1)))
        }
        for _ in 0..<100 {
            var hello = Hello(role: .publish, stream: .live, instance: .random())
            hello.grease = .random()
            let transcript = Transcript(
                WireCase.preface + Array(ProtocolMessage.hello(hello).encoded().readableBytesView)
            )
            hello.grease = nil
            #expect(transcript.messages == [.hello(hello)])
        }
    }
}
