import Foundation
import NIOCore
import Testing

@testable import StreamProtocol

/// `Protocol.md` says what the codec does: its examples, its registry and its limits.
struct DocumentTests {
    private let text: String
    private let examples: [String: [UInt8]]

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Protocol.md")
        text = try String(contentsOf: file, encoding: .utf8)
        var examples: [String: [UInt8]] = [:]
        for block in text.components(separatedBy: "```hex example=").dropFirst() {
            let lines = block.components(separatedBy: "```")[0].split(separator: "\n")
            let digits = lines.dropFirst().map { $0.prefix { $0 != "#" } }.joined()
            let name = String(lines[0])
            #expect(examples[name] == nil, "example \(name) twice")
            examples[name] = hex(digits)
        }
        self.examples = examples
    }

    @Test(arguments: DocumentExample.all)
    func `an example of Protocol.md holds in both directions`(_ example: DocumentExample) throws {
        let bytes = try #require(examples[example.name])
        let isFirst = Transcript(WireCase.preface + bytes).error == nil
        let transcript = Transcript((isFirst ? WireCase.preface : WireCase.prelude) + bytes)
        #expect(transcript.error == nil)
        #expect(transcript.messages.last == example.message)
        #expect(example.message.encoded() == ByteBuffer(bytes: bytes))
    }

    @Test
    func `the preface and grease are as documented`() throws {
        #expect(examples["preface"] == WireCase.preface)
        let grease = try #require(examples["grease"])
        #expect(Transcript(WireCase.prelude + grease).messages.count == 1)
        var buffer = ByteBuffer()
        Grease(index: 3, length: 2).writeMessage(to: &buffer)
        #expect(buffer == ByteBuffer(bytes: grease))
        for number in MessageType.grease { #expect(text.contains(number.rawValue.asInText)) }
    }

    /// A load balancer finds it there.
    @Test
    func `the stream's name stands where the document says`() throws {
        let bytes = try WireCase.preface + #require(examples["hello"])
        #expect(text.contains("byte 21 is the length of the name, and the name begins at byte 40"))
        #expect(bytes[40..<40 + Int(bytes[21])].elementsEqual("live".utf8))
    }

    @Test
    func `every message has an example and every example a test`() {
        let names = DocumentExample.all.map(\.name)
        #expect(Set(names).union(["preface", "grease"]) == Set(examples.keys))
        #expect(Set(DocumentExample.all.map(\.message.type)) == Set(WireCase.exact.map(\.message.type)))
    }

    /// The rest of a frame is its payload, and a track's options have a length of their own.
    @Test
    func `options follow in the messages that the document names`() {
        let withOptions = Set(
            DocumentExample.all.map(\.message).filter { $0.type != .frame }.filter { message in
                let body = message.encoded().readableBytesView.dropFirst(MessageHeader.length)
                let bytes = wire(message.type, Array(body), option(0x7F00))
                let isFirst = Transcript(WireCase.preface + Array(message.encoded().readableBytesView)).error == nil
                let error = Transcript((isFirst ? WireCase.preface : WireCase.prelude) + bytes).error
                #expect(error == nil || error?.code == .malformedMessage)
                return error == nil
            }.map(\.type)
        )
        #expect(withOptions == [.hello, .welcome, .error, .goodbye])
        #expect(text.contains("Only *hello*, *welcome*, *error* and *goodbye* have options, and each track of a table"))
    }

    @Test
    func `every message type is in the list`() {
        for type in (0...UInt16.max).map(MessageType.init) where !type.description.hasPrefix("type") {
            #expect(text.contains("| \(type.rawValue.asInText) | \(type) |"))
        }
    }

    @Test(
        arguments: [
            (.publish, "publishing"), (.subscribe, "watching"), (.relay, "relaying"), (.list, "listing"),
        ] as [(Hello.Role, String)]
    )
    func `a message that a role's table does not name is refused by its header`(
        role: Hello.Role,
        state: String
    ) throws {
        let rows = text.components(separatedBy: "\n| \(state) | ").dropFirst().map { $0.components(separatedBy: " | ") }
        let (client, relay) = try (#require(rows.first), #require(rows.last))
        #expect(client[0] == relay[0], "the client's table and the relay's")
        let hello = ProtocolMessage.hello(Hello(role: role, stream: .live, instance: .random())).encoded()
        let ofClient = try MessageDecoder(after: WireCase.preface + Array(hello.readableBytesView), from: .client)
        let ofRelay = try MessageDecoder(after: WireCase.prelude, from: .relay(role))
        for (decoder, named) in [(ofClient, client[0]), (ofRelay, client[1])] {
            let allowed = named.components(separatedBy: ", ") + ["error", "goodbye"]
            for type in (1...16).map(MessageType.init) {
                let expected: ErrorCode? = allowed.contains(type.description) ? nil : .unexpectedMessage
                // The body does not come.
                let header = big(UInt32(1)) + big(type.rawValue) + big(UInt16(0))
                #expect(Transcript(header, by: decoder).error?.code == expected, "\(type), \(state)")
            }
        }
    }

    @Test
    func `the registry is complete`() {
        let rows = text.components(separatedBy: "\n").filter { $0.hasPrefix("| 0x") && $0.contains(" | `") }
        let codes = (0...UInt16.max).map(ErrorCode.init).filter { !$0.description.hasPrefix("code") }
        #expect(rows.count == codes.count)
        for (row, code) in zip(rows, codes) {
            let cells = row.components(separatedBy: " | ")
            #expect(cells.count == 5)
            #expect(cells[0] == "| \(code.rawValue.asInText)")
            #expect(cells[1] == "`\(code)`")
            #expect(cells[3] == (code.isRetryableByDefault ? "yes" : "no"))
        }
    }

    @Test(arguments: [
        ("body of a hello", ProtocolLimits.helloLength), ("body of a track table", ProtocolLimits.trackTableLength),
        ("body of any other message but a frame, known or not", ProtocolLimits.controlLength),
        ("payload of a frame, unless the welcome says otherwise", ProtocolLimits.defaultFrameLength),
        ("tracks of a stream", ProtocolLimits.tracks),
        ("codec configuration of a track", ProtocolLimits.codecConfigurationLength),
        ("options of a message; of each track in a track table", ProtocolLimits.options),
        ("stream name", StreamName.maximumLength), ("token", AccessToken.maximumLength),
        ("client name, relay name, language", ProtocolLimits.nameLength), ("reason", ProtocolLimits.reasonLength),
        ("redirect", ProtocolLimits.redirectLength), ("relays on a path", RelayPath.maximumCount),
    ])
    func `a limit is as documented`(what: String, limit: Int) {
        #expect(text.contains("| \(what) | \(limit) |"))
    }

    @Test
    func `the clock arithmetic of Protocol.md is right`() {
        let (sent, received, answered, came): (Int64, Int64, Int64, Int64) = (0, 251_000, 251_200, 2_200)
        #expect((came - sent) - (answered - received) == 2_000)
        #expect(((received - sent) + (answered - came)) / 2 == 250_000)
        let (captureTime, publisherOffset, relayOffset, receipt): (Int64, Int64, Int64, Int64) =
            (0, -120_000, 250_000, -83_000)
        #expect(receipt - (captureTime - publisherOffset - relayOffset) == 47_000)
        let drift = ClockDrift.bound(after: 3_000_000) + ClockDrift.bound(after: 1_000_000)
        #expect(800 + 1_000 + drift + 2 * ClockDrift.bound(after: 47_000) == 2_620)
        #expect(text.contains("drift apart by at most \(ClockDrift.microsecondsPerSecond) µs a second"))
    }
}

extension UInt16 {
    /// The number as `Protocol.md` writes it.
    fileprivate var asInText: String {
        let digits = String(self, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
