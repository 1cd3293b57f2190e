import Testing

@testable import StreamProtocol

/// A message that must end the connection, and why.
struct RefusedCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: ErrorCode
    let bytes: [UInt8]

    init(_ name: String, _ code: ErrorCode, _ bytes: [UInt8]) {
        self.testDescription = name
        self.code = code
        self.bytes = bytes
    }

    /// Refused once a welcome has been read.
    static let all: [RefusedCase] = ranges + lists + options + texts + lengths

    private static let helloStart = hex("01 04 0000") + hex("00", times: 16) + Array("live".utf8)

    private static func table(count: UInt16, _ tracks: [UInt8]...) -> [UInt8] {
        wire(.tracks, hex("00000000"), big(count), hex("0000"), Array(tracks.joined()))
    }

    private static func track(_ number: UInt16, kind: UInt8 = 1, options: [UInt8] = []) -> [UInt8] {
        big(number) + [kind, 0] + hex("48323634 0000 0000") + big(UInt16(options.count)) + hex("0000") + options
    }

    private static func arrivals(_ hops: UInt16, _ frames: UInt16, _ rest: [UInt8]) -> [UInt8] {
        wire(.arrivals, hex("00000001"), big(hops), big(frames), rest)
    }

    private static let ranges: [RefusedCase] = [
        RefusedCase("role 0", .roleNotServed, wire(.hello, hex("00 04 0000"), helloStart.suffix(20))),
        RefusedCase("role 5", .roleNotServed, wire(.hello, hex("05 04 0000"), helloStart.suffix(20))),
        RefusedCase("no stream name", .invalidStreamName, wire(.hello, hex("01 00 0000"), hex("00", times: 16))),
        RefusedCase(
            "a stream name with a space",
            .invalidStreamName,
            wire(.hello, hex("01 03 0000"), hex("00", times: 16), Array("a b".utf8))
        ),
        RefusedCase(
            "a stream name that is not UTF-8",
            .invalidStreamName,
            wire(.hello, hex("01 03 0000"), hex("00", times: 16), hex("61 C3 62"))
        ),
        RefusedCase(
            "a listed name that is not UTF-8",
            .malformedMessage,
            wire(.streams, hex("0001 00 00 01 01 01 00 C3"))
        ),
        RefusedCase("a ping interval of 0", .malformedMessage, wire(.welcome, hex("00", times: 28))),
        RefusedCase("start position 3", .malformedMessage, wire(.hello, helloStart, option(0x0003, hex("03")))),
        RefusedCase("an empty token", .malformedMessage, wire(.hello, helloStart, option(0x8001))),
        RefusedCase("a token with a space", .malformedMessage, wire(.hello, helloStart, option(0x8001, hex("20")))),
        RefusedCase("track 16", .malformedMessage, table(count: 1, track(16))),
        RefusedCase("track kind 0", .malformedMessage, table(count: 1, track(0, kind: 0))),
        RefusedCase("track kind 4", .malformedMessage, table(count: 1, track(0, kind: 4))),
        RefusedCase("no tracks", .malformedMessage, table(count: 0)),
        RefusedCase("17 tracks", .malformedMessage, table(count: 17, Array((0..<17).flatMap { track($0) }))),
        RefusedCase("a track twice", .malformedMessage, table(count: 2, track(3), track(3))),
        RefusedCase("fewer tracks than counted", .malformedMessage, table(count: 2, track(3))),
        RefusedCase("a frame of track 16", .malformedMessage, wire(.frame, hex("0010"), hex("00", times: 38))),
        RefusedCase("a key frame of track 16", .malformedMessage, wire(.keyFrameRequest, hex("0010 0000"))),
        RefusedCase("a gap of track 16", .malformedMessage, wire(.gap, hex("0010 0100"), hex("01", times: 20))),
        RefusedCase("a gap of nothing", .malformedMessage, wire(.gap, hex("0000 0100"), hex("00", times: 20))),
        RefusedCase("arrivals of track 16", .malformedMessage, arrivals(0, 1, hex("0010 0000") + hex("00", times: 16))),
        RefusedCase("five hops", .malformedMessage, arrivals(5, 0, hex("00", times: 60))),
        RefusedCase("arrivals of 65 frames", .malformedMessage, arrivals(0, 65, hex("00", times: 65 * 20))),
        RefusedCase("fewer arrivals than counted", .malformedMessage, arrivals(0, 2, hex("00", times: 20))),
        RefusedCase("more arrivals than counted", .malformedMessage, arrivals(1, 0, hex("00", times: 32))),
        RefusedCase(
            "a gap past the last number",
            .malformedMessage,
            wire(.gap, hex("0000 0100 00000000"), hex("FF", times: 8), big(UInt64(1)))
        ),
    ]

    private static let lists: [RefusedCase] = [
        RefusedCase("a listed stream without a name", .malformedMessage, wire(.streams, hex("0001 00 00 00 01 01 00"))),
        RefusedCase("a listed name with a space", .malformedMessage, wire(.streams, hex("0001 00 00 01 01 01 00 20"))),
        RefusedCase("fewer streams than counted", .malformedMessage, wire(.streams, hex("0002 00 00 01 01 01 00 61"))),
        RefusedCase("more streams than counted", .malformedMessage, wire(.streams, hex("0000 00 00 01 01 01 00 61"))),
        RefusedCase("a list too long", .messageTooLong, hex("00001001 000F 0000")),
        RefusedCase(
            "a folder that is no name",
            .invalidStreamName,
            wire(.hello, hex("04 02 0000"), hex("00", times: 16), hex("612F"))
        ),
    ]

    private static let options: [RefusedCase] = [
        RefusedCase(
            "an option twice",
            .malformedMessage,
            wire(.hello, helloStart, option(0x0004, hex("00000001")), option(0x0004, hex("00000001")))
        ),
        RefusedCase(
            "an unknown option twice",
            .malformedMessage,
            wire(.hello, helloStart, option(0x0A0A), option(0x0A0A))
        ),
        RefusedCase(
            "33 options",
            .malformedMessage,
            wire(.hello, helloStart, (0..<33).flatMap { option(0x0100 + $0) })
        ),
        RefusedCase(
            "a critical option that is not known",
            .unknownCritical,
            wire(.hello, helloStart, option(0x8002))
        ),
        RefusedCase(
            "a critical option of a track",
            .unknownCritical,
            table(count: 1, track(0, options: option(0x8001)))
        ),
        RefusedCase(
            "an option of a track twice",
            .malformedMessage,
            table(count: 1, track(0, options: option(0x0004, hex("02")) + option(0x0004, hex("02"))))
        ),
        RefusedCase("an option too short", .malformedMessage, wire(.hello, helloStart, option(0x0004, hex("0001")))),
        RefusedCase("an option too long", .malformedMessage, wire(.hello, helloStart, option(0x0003, hex("0000")))),
        RefusedCase("a path without a relay", .malformedMessage, wire(.hello, helloStart, option(0x000A))),
        RefusedCase(
            "a path that ends in the middle of a relay",
            .malformedMessage,
            wire(.hello, helloStart, option(0x000A, hex("11", times: 79)))
        ),
        RefusedCase(
            "a path of five relays",
            .relayLoop,
            wire(.hello, helloStart, option(0x000A, hex("11", times: 80)))
        ),
        RefusedCase("a history too short", .malformedMessage, wire(.hello, helloStart, option(0x0008, hex("000001")))),
        RefusedCase(
            "a history granted too long",
            .malformedMessage,
            wire(
                .welcome,
                hex("00", times: 16),
                hex("00000001"),
                hex("00", times: 8),
                option(0x0002, hex("00", times: 5))
            )
        ),
        RefusedCase("a flag with a value", .malformedMessage, wire(.hello, helloStart, option(0x0006, hex("01")))),
        RefusedCase(
            "an option that ends after its message",
            .malformedMessage,
            wire(.hello, helloStart, hex("0002 0002 61"))
        ),
        RefusedCase(
            "track options that end after the track",
            .malformedMessage,
            table(count: 1, track(0, options: hex("0005 0002 61")))
        ),
    ]

    private static let texts: [RefusedCase] = [
        RefusedCase("half a character", .malformedMessage, wire(.hello, helloStart, option(0x0002, hex("61 C3")))),
        RefusedCase(
            "a client name of 129 bytes",
            .malformedMessage,
            wire(.hello, helloStart, option(0x0002, hex("61", times: 129)))
        ),
        RefusedCase(
            "a token of 4097 bytes",
            .malformedMessage,
            wire(.hello, helloStart, option(0x8001, hex("61", times: 4097)))
        ),
        RefusedCase(
            "a reason of 513 bytes",
            .malformedMessage,
            wire(.error, hex("0000 00 00 00000000 0201"), hex("61", times: 513))
        ),
        RefusedCase(
            "a redirect of 513 bytes",
            .malformedMessage,
            wire(.error, hex("0003 00 00 00000000 0000"), option(0x0001, hex("61", times: 513)))
        ),
        RefusedCase(
            "a codec configuration of 3073 bytes",
            .malformedMessage,
            table(count: 1, hex("0000 0100 48323634 0000 0C01 0000 0000"), hex("00", times: 3073))
        ),
    ]

    /// A header alone is enough for these: nothing of the body is waited for.
    static let lengths: [RefusedCase] = [
        RefusedCase("a hello too long", .messageTooLong, hex("00002001 0001 0000")),
        RefusedCase("a track table too long", .messageTooLong, hex("00010001 0003 0000")),
        RefusedCase("a ping too long", .messageTooLong, hex("00001001 0009 0000")),
        RefusedCase("an unknown message too long", .messageTooLong, hex("00001001 0777 0000")),
        RefusedCase("the longest message there can be", .messageTooLong, hex("FFFFFFFF 0002 0000")),
        RefusedCase("a frame over the welcome's limit", .messageTooLong, hex("00800029 0004 0000")),
        RefusedCase("the longest frame there can be", .messageTooLong, hex("FFFFFFFF 0004 0000")),
        RefusedCase("a critical message that is not known", .unknownCritical, hex("00000000 8001 0000")),
        RefusedCase("a frame shorter than its header", .malformedMessage, wire(.frame, hex("00", times: 39))),
    ]
}
