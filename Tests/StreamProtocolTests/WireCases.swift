import NIOCore
import Testing

@testable import StreamProtocol

/// A message and its bytes: what tests decode, encode, cut and truncate, and what the fuzzer starts from.
struct WireCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let message: ProtocolMessage
    let bytes: [UInt8]

    init(_ name: String, _ message: ProtocolMessage, _ bytes: [UInt8]) {
        self.testDescription = name
        self.message = message
        self.bytes = bytes
    }

    /// The version 1 preface.
    static let preface = hex("8F73 7472 6D64 0D0A 0001 0001")

    /// What must come before a message: frames are taken from a relay after its welcome.
    static let prelude = preface + welcomed

    private static let welcomed = wire(
        .welcome,
        hex("00000001 0000000000000002 00800000 00001388 000007D0 01 000000")
    )
}

/// The numbers that fields are tried with.
private let most = (
    u64: hex("FFFF FFFF FFFF FFFF"), i64: hex("7FFF FFFF FFFF FFFF"), lowest64: hex("8000 0000 0000 0000"),
    zero64: hex("0000 0000 0000 0000")
)

extension WireCase {
    /// Bytes that are the one right way to write their message.
    static let exact: [WireCase] =
        hellos + welcomes + tables + frames + gaps + backChannel + clocks + arrivals + states + endings + lists

    private static let noInstance = InstanceID(high: 0, low: 0)
    private static let instance = InstanceID(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
    private static let instanceBytes = hex("00010203 04050607 08090A0B 0C0D0E0F")
    private static let live = Array("live".utf8)

    static let hellos: [WireCase] = [
        WireCase(
            "hello, publish",
            .hello(Hello(role: .publish, stream: .live, instance: instance)),
            wire(.hello, hex("01 04 0000"), instanceBytes, live)
        ),
        WireCase(
            "hello, relay",
            .hello(Hello(role: .relay, stream: .live, instance: noInstance)),
            wire(.hello, hex("03 04 0000"), most.zero64, most.zero64, live)
        ),
        WireCase(
            "hello, the shortest path",
            .hello(Hello(role: .relay, stream: .live, instance: noInstance) { $0.path = RelayPath(relays[0]) }),
            wire(.hello, hex("03 04 0000"), most.zero64, most.zero64, live, option(0x000A, instanceBytes))
        ),
        WireCase(
            "hello, the longest path",
            .hello(Hello(role: .relay, stream: .live, instance: noInstance) { $0.path = longestPath }),
            wire(
                .hello,
                hex("03 04 0000"),
                most.zero64,
                most.zero64,
                live,
                option(0x000A, instanceBytes + hex("00", times: 16) + hex("FF", times: 16) + instanceBytes)
            )
        ),
        WireCase(
            "hello, list of all",
            .hello(Hello(role: .list, stream: .empty, instance: noInstance)),
            wire(.hello, hex("04 00 0000"), most.zero64, most.zero64)
        ),
        WireCase(
            "hello, list of a folder",
            .hello(Hello(role: .list, stream: .live, instance: instance)),
            wire(.hello, hex("04 04 0000"), instanceBytes, live)
        ),
        WireCase(
            "hello, every option",
            .hello(
                Hello(role: .subscribe, stream: .live, instance: instance) {
                    $0.token = try? AccessToken("s3cret")
                    $0.clientName = "tests 1"
                    $0.start = .next
                    $0.maximumLatency = 1500
                    $0.kinds = TrackKinds(.video)
                    $0.waits = false
                    $0.batch = 50
                    $0.history = 30_000
                    $0.wantsOnlyRandomAccess = true
                }
            ),
            wire(
                .hello,
                hex("02 04 0000"),
                instanceBytes,
                live,
                option(0x8001, Array("s3cret".utf8)),
                option(0x0002, Array("tests 1".utf8)),
                option(0x0003, hex("02")),
                option(0x0004, hex("0000 05DC")),
                option(0x0005, hex("01")),
                option(0x0006),
                option(0x0007, hex("0000 0032")),
                option(0x0008, hex("0000 7530")),
                option(0x0009)
            )
        ),
        WireCase(
            "hello, longest",
            .hello(
                Hello(role: .subscribe, stream: longestName, instance: InstanceID(high: .max, low: .max)) {
                    $0.token = try? AccessToken(String(repeating: "t", count: 4096))
                    $0.clientName = String(repeating: "c", count: 128)
                    $0.start = .live
                    $0.maximumLatency = .max
                    $0.kinds = []
                }
            ),
            wire(
                .hello,
                hex("02 FF 0000"),
                most.u64,
                most.u64,
                hex("6E", times: 255),
                option(0x8001, hex("74", times: 4096)),
                option(0x0002, hex("63", times: 128)),
                option(0x0003, hex("01")),
                option(0x0004, hex("FFFF FFFF")),
                option(0x0005, hex("00"))
            )
        ),
    ]

    private static let relays = [
        RelayID(high: instance.high, low: instance.low), RelayID(high: 0, low: 0), RelayID(high: .max, low: .max),
    ]
    private static let longestPath = try? RelayPath(relays + relays.prefix(1))

    private static let longestName = (try? StreamName(String(repeating: "n", count: 255))) ?? .live

    static let welcomes: [WireCase] = [
        WireCase(
            "welcome, least",
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
            wire(.welcome, hex("00", times: 16), hex("00000001"), hex("00", times: 8))
        ),
        WireCase(
            "welcome, most",
            .welcome(
                Welcome(
                    epoch: .max,
                    streamInstance: .max,
                    maximumFrameLength: .max,
                    pingInterval: .max,
                    maximumLatency: .max,
                    state: StreamState(rawValue: .max),
                    relayName: String(repeating: "r", count: 128),
                    history: .max,
                    path: longestPath
                )
            ),
            wire(
                .welcome,
                hex("FF", times: 25),
                hex("000000"),
                option(0x0001, hex("72", times: 128)),
                option(0x0002, hex("FFFFFFFF")),
                option(0x0003, instanceBytes + hex("00", times: 16) + hex("FF", times: 16) + instanceBytes)
            )
        ),
    ]

    static let gaps: [WireCase] = [
        WireCase(
            "gap, one frame",
            .gap(Gap(track: .zero, reason: .latency, epoch: 1, first: 0, count: 1)),
            wire(.gap, hex("0000 01 00 00000001"), most.zero64, big(UInt64(1)))
        ),
        WireCase(
            "gap, undecodable",
            .gap(Gap(track: .zero, reason: .undecodable, epoch: 2, first: 7, count: 9)),
            wire(.gap, hex("0000 02 00 00000002 00000000 00000007 00000000 00000009"))
        ),
        WireCase(
            "gap, not requested",
            .gap(Gap(track: .zero, reason: .notRequested, epoch: 1, first: 1, count: 29)),
            wire(.gap, hex("0000 04 00 00000001 00000000 00000001 00000000 0000001D"))
        ),
        WireCase(
            "gap, all there can be",
            .gap(
                Gap(
                    track: TrackID(unchecked: 15),
                    reason: Gap.Reason(rawValue: .max),
                    epoch: .max,
                    first: 0,
                    count: .max
                )
            ),
            wire(.gap, hex("000F FF 00 FFFFFFFF"), most.zero64, most.u64)
        ),
        WireCase(
            "gap, up to the last number",
            .gap(Gap(track: .zero, reason: .publisher, epoch: 0, first: .max - 1, count: 1)),
            wire(.gap, hex("0000 03 00 00000000 FFFFFFFF FFFFFFFE"), big(UInt64(1)))
        ),
    ]

    static let backChannel: [WireCase] = [
        WireCase(
            "key frame request",
            .keyFrameRequest(KeyFrameRequest(track: TrackID(unchecked: 15))),
            wire(.keyFrameRequest, hex("000F 0000"))
        ),
        WireCase(
            "receiver report, least",
            .receiverReport(
                ReceiverReport(
                    framesReceived: 0,
                    framesMissed: 0,
                    bytesReceived: 0,
                    medianLatency: 0,
                    highLatency: 0
                )
            ),
            wire(.receiverReport, hex("00", times: 32))
        ),
        WireCase(
            "receiver report, each field",
            .receiverReport(
                ReceiverReport(
                    framesReceived: 1,
                    framesMissed: .max,
                    bytesReceived: 3,
                    medianLatency: 4,
                    highLatency: .max
                )
            ),
            wire(.receiverReport, big(UInt64(1)), most.u64, big(UInt64(3)), hex("00000004 FFFFFFFF"))
        ),
        WireCase("no viewers", .viewerCount(ViewerCount(viewers: 0)), wire(.viewerCount, hex("00000000"))),
        WireCase("all watch", .viewerCount(ViewerCount(viewers: .max)), wire(.viewerCount, hex("FFFFFFFF"))),
    ]

    static let clocks: [WireCase] = [
        WireCase("ping, latest", .ping(Ping(sent: .max)), wire(.ping, most.i64)),
        WireCase("ping, earliest", .ping(Ping(sent: .min)), wire(.ping, most.lowest64)),
        WireCase(
            "pong",
            .pong(Pong(sent: -1, received: 2, answered: .max)),
            wire(.pong, most.u64, big(Int64(2)), most.i64)
        ),
        WireCase(
            "clock offset, ahead",
            .clockOffset(ClockOffset(offset: 1, errorBound: 0)),
            wire(.clockOffset, big(Int64(1)), hex("00000000"))
        ),
        WireCase(
            "clock offset, far behind",
            .clockOffset(ClockOffset(offset: .min, errorBound: .max)),
            wire(.clockOffset, most.lowest64, hex("FFFFFFFF"))
        ),
    ]

    static let arrivals: [WireCase] = [
        WireCase(
            "arrivals of nothing",
            .arrivals(Arrivals(epoch: 7, hops: [], frames: [])),
            wire(.arrivals, hex("00000007 0000 0000"))
        ),
        WireCase(
            "arrivals, each field",
            .arrivals(
                Arrivals(
                    epoch: .max,
                    hops: [Arrivals.Hop(delay: -1, errorBound: .max), Arrivals.Hop(delay: 2, errorBound: 3)],
                    frames: [Arrivals.Arrival(track: TrackID(unchecked: 15), sequence: 4, time: .min)]
                )
            ),
            wire(
                .arrivals,
                hex("FFFFFFFF 0002 0001"),
                most.u64,
                hex("FFFFFFFF 0000000000000002 00000003"),
                hex("000F 0000 0000000000000004"),
                most.lowest64
            )
        ),
    ]

    static let states: [WireCase] = [
        WireCase("waiting", .streamState(.waiting), wire(.streamState, hex("00 000000"))),
        WireCase("live", .streamState(.live), wire(.streamState, hex("01 000000"))),
        WireCase("interrupted", .streamState(.interrupted), wire(.streamState, hex("02 000000"))),
        WireCase("a state to come", .streamState(StreamState(rawValue: 255)), wire(.streamState, hex("FF 000000"))),
    ]

    static let lists: [WireCase] = [
        WireCase(
            "no streams",
            .streams(StreamList(isNew: true, hasMore: false, entries: [])),
            wire(.streams, hex("0000 01 00"))
        ),
        WireCase(
            "streams of each state",
            .streams(
                StreamList(
                    isNew: false,
                    hasMore: true,
                    entries: [
                        StreamList.Entry(name: .live, state: .live, kinds: .all),
                        StreamList.Entry(name: .live, state: .gone, kinds: []),
                        StreamList.Entry(name: longestName, state: .waiting, kinds: TrackKinds(.audio)),
                    ]
                )
            ),
            wire(
                .streams,
                hex("0003 02 00"),
                hex("04 01 07 00"),
                live,
                hex("04 FF 00 00"),
                live,
                hex("FF 00 02 00"),
                hex("6E", times: 255)
            )
        ),
    ]

    static let endings: [WireCase] = [
        WireCase("goodbye, done", .goodbye(Ending(.done, "")), wire(.goodbye, hex("0000 00 00 00000000 0000"))),
        WireCase(
            "goodbye, redirect",
            .goodbye(
                Ending(.redirect, "Moved.") {
                    $0.retryAfter = 250
                    $0.redirect = "b.example:7450/live"
                }
            ),
            wire(
                .goodbye,
                hex("0003 01 00 000000FA 0006"),
                Array("Moved.".utf8),
                option(0x0001, Array("b.example:7450/live".utf8))
            )
        ),
        WireCase(
            "error, longest",
            .error(
                Ending(ErrorCode(rawValue: .max), String(repeating: "ß", count: 256)) {
                    $0.isRetryable = true
                    $0.retryAfter = .max
                    $0.redirect = String(repeating: "a", count: 512)
                }
            ),
            wire(
                .error,
                hex("FFFF 01 00 FFFFFFFF 0200"),
                hex("C39F", times: 256),
                option(0x0001, hex("61", times: 512))
            )
        ),
    ]
}

extension Hello {
    /// A hello with options set.
    init(role: Role, stream: StreamName, instance: InstanceID, _ change: (inout Hello) -> Void) {
        self.init(role: role, stream: stream, instance: instance)
        change(&self)
    }
}

extension Ending {
    /// An ending with more than its code and its reason.
    init(_ code: ErrorCode, _ reason: String, _ change: (inout Ending) -> Void) {
        self.init(code, reason)
        change(&self)
    }
}
