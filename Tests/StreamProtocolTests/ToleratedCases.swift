@testable import StreamProtocol

/// Bytes that no sender of version 1 writes, and that every receiver must read all the same.
extension WireCase {
    static let tolerated: [WireCase] = reserved + unknown + texts

    private static let plainHello = Hello(role: .publish, stream: .live, instance: InstanceID(high: 0, low: 0))
    private static let helloStart = hex("01 04 0000") + hex("00", times: 16) + Array("live".utf8)

    private static let reserved: [WireCase] = [
        WireCase("header flags of a hello", .hello(plainHello), wire(.hello, flags: 0xFFFF, helloStart)),
        WireCase(
            "reserved bytes of a hello",
            .hello(plainHello),
            wire(.hello, hex("01 04 FFFF"), hex("00", times: 16), Array("live".utf8))
        ),
        WireCase(
            "reserved bytes of a key frame request",
            .keyFrameRequest(KeyFrameRequest(track: .zero)),
            wire(.keyFrameRequest, hex("0000 FFFF"))
        ),
        WireCase("reserved bytes of a state", .streamState(.live), wire(.streamState, hex("01 FFFFFF"))),
        WireCase(
            "reserved byte of a gap",
            .gap(Gap(track: .zero, reason: .latency, epoch: 0, first: 0, count: 1)),
            wire(.gap, hex("0000 01 FF 00000000"), big(UInt64(0)), big(UInt64(1)))
        ),
        WireCase(
            "reserved bytes of arrivals",
            .arrivals(
                Arrivals(epoch: 1, hops: [], frames: [Arrivals.Arrival(track: .zero, sequence: 2, time: 3)])
            ),
            wire(.arrivals, hex("00000001 0000 0001 0000 FFFF"), big(UInt64(2)), big(Int64(3)))
        ),
        WireCase(
            "reserved bits and bytes of a list",
            .streams(
                StreamList(
                    isNew: true,
                    hasMore: false,
                    entries: [StreamList.Entry(name: .live, state: .live, kinds: .all)]
                )
            ),
            wire(.streams, hex("0001 FD FF 04 01 FF FF"), Array("live".utf8))
        ),
        WireCase(
            "reserved flags and byte of an ending",
            .error(Ending(.forbidden, "")),
            wire(.error, hex("0202 FE FF 00000000 0000"))
        ),
        WireCase(
            "a frame rate of nothing counts as none",
            .tracks(videoTable),
            wire(
                .tracks,
                hex("00000000 0001 0000 0000 01 00 48323634 0000 0000 000C 0000"),
                option(0x0002, hex("00000000 00000001"))
            )
        ),
        WireCase(
            "reserved bytes of a track table",
            .tracks(videoTable),
            wire(.tracks, hex("00000000 0001 FFFF 0000 01 FF 48323634 0000 0000 0000 FFFF"))
        ),
    ]

    private static let videoTable: TrackTable = {
        do {
            return try TrackTable(epoch: 0, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static let unknown: [WireCase] = [
        WireCase(
            "unknown options of a hello, as many as may be",
            .hello(plainHello),
            wire(.hello, helloStart, (0..<32).flatMap { option(0x0100 + $0, hex("AA")) })
        ),
        WireCase(
            "grease among the options of a hello",
            .hello(
                Hello(role: .publish, stream: .live, instance: InstanceID(high: 0, low: 0)) { $0.clientName = "c" }
            ),
            wire(.hello, helloStart, option(0x3A3A, hex("AAAAAA")), option(0x0002, Array("c".utf8)))
        ),
        WireCase(
            "kinds of track that are not known",
            .hello(
                Hello(role: .publish, stream: .live, instance: InstanceID(high: 0, low: 0)) {
                    $0.kinds = TrackKinds(.audio)
                }
            ),
            wire(.hello, helloStart, option(0x0005, hex("FA")))
        ),
        WireCase(
            "an unknown option of a track",
            .tracks(videoTable),
            wire(
                .tracks,
                hex("00000000 0001 0000 0000 01 00 48323634 0000 0000 0005 0000"),
                option(0x0777, hex("01"))
            )
        ),
        WireCase(
            "an unknown option of an ending",
            .goodbye(Ending(.done, "")),
            wire(.goodbye, hex("0000 00 00 00000000 0000"), option(0x7A7A))
        ),
        WireCase(
            "an unknown option of a welcome",
            .welcome(
                Welcome(
                    epoch: 0,
                    streamInstance: 0,
                    maximumFrameLength: 0,
                    pingInterval: 1,
                    maximumLatency: 0,
                    state: .waiting
                )
            ),
            wire(.welcome, hex("00", times: 16), hex("00000001"), hex("00", times: 8), option(0x0A0A, hex("AA")))
        ),
        WireCase(
            "messages of unknown types come first",
            .viewerCount(ViewerCount(viewers: 3)),
            wire(MessageType(rawValue: 0x0A0A), hex("AA", times: 4096))
                + wire(MessageType(rawValue: 0x7FFF)) + wire(.viewerCount, hex("00000003"))
        ),
    ]

    private static let texts: [WireCase] = [
        WireCase(
            "control characters in a reason",
            .error(Ending(.forbidden, "no\u{FFFD}[31m\u{FFFD}\u{FFFD}")),
            wire(.error, hex("0202 00 00 00000000 0009"), Array("no\u{1B}[31m\n\u{7F}".utf8))
        ),
        WireCase(
            "control characters of two bytes in a name",
            .hello(
                Hello(role: .publish, stream: .live, instance: InstanceID(high: 0, low: 0)) {
                    $0.clientName = "a\u{FFFD}b"
                }
            ),
            wire(.hello, helloStart, option(0x0002, hex("61 C285 62")))
        ),
    ]
}
