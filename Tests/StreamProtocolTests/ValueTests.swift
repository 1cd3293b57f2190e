import NIOCore
import Testing

@testable import StreamProtocol

/// The values that messages are made of.
struct ValueTests {
    @Test
    func `a token is never shown`() throws {
        var hello = Hello(role: .publish, stream: .live, instance: .random())
        hello.token = try AccessToken("s3cret")
        var said = ""
        for value in [
            hello.token as Any, hello, ProtocolMessage.hello(hello), MessageDecoder.InboundOut.message(.hello(hello)),
        ] {
            print(value, String(describing: value), String(reflecting: value), "\(value)", to: &said)
            dump(value, to: &said)
            dump(Mirror(reflecting: value), to: &said)
            said += describeChildren(of: value)
        }
        #expect(said.contains("<token>"))
        #expect(!said.contains("s3cret"))
        #expect(hello.token?.secret == "s3cret")
    }

    private func describeChildren(of value: Any) -> String {
        Mirror(reflecting: value).children.map { "\($0.value) \(describeChildren(of: $0.value))" }.joined()
    }

    @Test
    func `a refused token is not shown either`() {
        for token in ["", "my secret", "sëcret", String(repeating: "s", count: 4097)] {
            let error = #expect(throws: ProtocolError.self) { try AccessToken(token) }
            #expect(error?.code == .malformedMessage)
            #expect(token.isEmpty || error?.description.contains(token) == false)
        }
    }

    @Test(arguments: [
        ("", 0, ""), ("abc", 3, "abc"), ("abc", 2, "ab"), ("aß", 2, "a"), ("aß", 3, "aß"), ("ab", 0, ""),
        ("a👩‍👩‍👧", 10, "a"), ("e\u{301}e\u{301}", 5, "e\u{301}"), ("\r\n\r\n", 3, "\r\n"), ("日本", 5, "日"),
    ])
    func `texts are cut between characters`(text: String, limit: Int, expected: String) {
        #expect(text.truncated(to: limit) == expected)
    }

    @Test
    func `long texts are cut when they are written`() {
        var hello = Hello(role: .publish, stream: .live, instance: .random())
        hello.clientName = String(repeating: "ß", count: 100)
        let ending = Ending(.draining, String(repeating: "語", count: 300)) {
            $0.redirect = String(repeating: "r", count: 600)
        }
        let said =
            ProtocolMessage.hello(hello).encoded().readableBytesView
            + ProtocolMessage.error(ending).encoded().readableBytesView
        let messages = Transcript(WireCase.preface + Array(said)).messages
        guard case .hello(let heard) = messages.first, case .error(let told) = messages.last else {
            Issue.record("not read back: \(messages)")
            return
        }
        #expect(heard.clientName == String(repeating: "ß", count: 64))
        #expect(told.reason == String(repeating: "語", count: 170))
        #expect(told.redirect == String(repeating: "r", count: 512))
    }

    @Test
    func `a codec configuration too long for the wire is left out`() throws {
        let track = Track(id: .zero, kind: .video, codec: .h264) {
            $0.configuration = Array(repeating: 0, count: ProtocolLimits.codecConfigurationLength + 1)
        }
        let table = try TrackTable(epoch: 1, tracks: [track])
        let said = ProtocolMessage.tracks(table).encoded().readableBytesView
        guard case .tracks(let heard) = Transcript(WireCase.prelude + Array(said)).messages.last else {
            Issue.record("not read back")
            return
        }
        #expect(heard[.zero]?.configuration == [])
        #expect(heard[TrackID(unchecked: 1)] == nil)
    }

    @Test
    func `track tables are checked where they are made`() {
        let track = Track(id: .zero, kind: .video, codec: .h264)
        for tracks in [[], [track, track]] {
            let error = #expect(throws: ProtocolError.self) { try TrackTable(epoch: 1, tracks: tracks) }
            #expect(error?.code == .malformedMessage)
        }
    }

    @Test
    func `a path has one relay to four`() throws {
        let relays = (0...RelayPath.maximumCount).map { RelayID(high: 0, low: UInt64($0)) }
        #expect(throws: ProtocolError.self) { try RelayPath([]) }
        let error = #expect(throws: ProtocolError.self) { try RelayPath(relays) }
        #expect(error?.code == .relayLoop)
        let path = try RelayPath(relays.dropLast())
        #expect(path.relays == relays.dropLast())
        #expect(path.contains(relays[3]))
        #expect(!path.contains(relays[4]))
        #expect(RelayID.random() != .random())
    }

    @Test
    func `numbers have bounds and names`() {
        #expect(TrackID(15)?.rawValue == 15)
        #expect(TrackID(16) == nil)
        #expect(Track.Rate(numerator: 0, denominator: 1) == nil)
        #expect(Track.Rate(numerator: 1, denominator: 0) == nil)
        #expect(FourCC.h264.description == "H264")
        #expect(FourCC.aac.description == "mp4a")
        #expect(FourCC(rawValue: 0x4100_7F20).description == "A?? ")
        #expect(InstanceID(high: 0xAB, low: 0xCD).description == "00000000000000ab")
        #expect(InstanceID.random() != .random())
        #expect(TrackKinds.all.rawValue == 0b111)
        for kind in TrackKind.allCases { #expect(TrackKinds.all.contains(TrackKinds(kind))) }
        #expect(TrackSet.all.contains(TrackSet(TrackID(unchecked: 15))))
    }

    @Test
    func `errors know whether trying again helps`() {
        let retryable = (0...UInt16(0x04FF)).map(ErrorCode.init).filter {
            $0.isRetryableByDefault && !$0.description.hasPrefix("code")
        }
        #expect(
            retryable == [
                .draining, .redirect, .handshakeTimeout, .silent, .tooManyConnections, .tooManyStreams,
                .tooManyViewers, .rateExceeded, .tooSlow, .tooManyFromAddress, .connectingTooFast, .internalFault,
                .overloaded,
            ]
        )
        #expect(ErrorCode(rawValue: 0x03FF).isRetryableByDefault)
        #expect(!ErrorCode(rawValue: 0x0500).isRetryableByDefault)
        #expect(ErrorCode(rawValue: 0x0777).description == "code 0x777")
        #expect(Ending(ProtocolError(.silent, "Nothing came.")).isRetryable)
        #expect("\(Ending(.silent, "Nothing came."))" == "Nothing came. (silent)")
    }
}
