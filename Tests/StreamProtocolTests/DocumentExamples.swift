import NIOCore
import Testing

@testable import StreamProtocol

/// An example of `Protocol.md`: its name there, and what it means.
struct DocumentExample: Sendable, CustomTestStringConvertible {
    let name: String
    let message: ProtocolMessage

    var testDescription: String { name }

    init(_ name: String, _ message: ProtocolMessage) {
        self.name = name
        self.message = message
    }

    static let all: [DocumentExample] = handshake + media + backChannel + time + lists + endings + session

    private static let handshake = [
        DocumentExample(
            "hello",
            .hello(
                Hello(
                    role: .publish,
                    stream: .live,
                    instance: InstanceID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
                ) {
                    $0.token = try? AccessToken("s3cret")
                    $0.clientName = "camera 1.0"
                }
            )
        ),
        DocumentExample(
            "hello-subscribe",
            .hello(
                Hello(
                    role: .subscribe,
                    stream: .live,
                    instance: InstanceID(high: 0x0F1E_2D3C_4B5A_6978, low: 0x8796_A5B4_C3D2_E1F0)
                ) {
                    $0.start = .next
                    $0.maximumLatency = 1500
                    $0.kinds = TrackKinds(.video)
                    $0.waits = false
                }
            )
        ),
        DocumentExample(
            "hello-history",
            .hello(
                Hello(
                    role: .subscribe,
                    stream: .live,
                    instance: InstanceID(high: 0x0F1E_2D3C_4B5A_6978, low: 0x8796_A5B4_C3D2_E1F0)
                ) {
                    $0.history = 8000
                }
            )
        ),
        DocumentExample(
            "hello-random-access",
            .hello(
                Hello(
                    role: .subscribe,
                    stream: .live,
                    instance: InstanceID(high: 0x0F1E_2D3C_4B5A_6978, low: 0x8796_A5B4_C3D2_E1F0)
                ) {
                    $0.kinds = TrackKinds(.video)
                    $0.wantsOnlyRandomAccess = true
                }
            )
        ),
        DocumentExample(
            "hello-relay",
            .hello(
                Hello(
                    role: .relay,
                    stream: .live,
                    instance: InstanceID(high: 0x0F1E_2D3C_4B5A_6978, low: 0x8796_A5B4_C3D2_E1F0)
                ) {
                    $0.path = pathOfTwo
                }
            )
        ),
        DocumentExample(
            "welcome-relay",
            .welcome(
                Welcome(
                    epoch: 3,
                    streamInstance: 0xA1B2_C3D4_E5F6_0718,
                    maximumFrameLength: UInt32(ProtocolLimits.defaultFrameLength),
                    pingInterval: 5000,
                    maximumLatency: 2000,
                    state: .live,
                    path: RelayPath(RelayID(high: 0x9C2B_5E17_0D84_F361, low: 0x48A0_D7B9_1E6C_3F52))
                )
            )
        ),
        DocumentExample(
            "welcome-history",
            .welcome(
                Welcome(
                    epoch: 3,
                    streamInstance: 0xA1B2_C3D4_E5F6_0718,
                    maximumFrameLength: UInt32(ProtocolLimits.defaultFrameLength),
                    pingInterval: 5000,
                    maximumLatency: 11_250,
                    state: .live,
                    history: 9250
                )
            )
        ),
        DocumentExample(
            "welcome",
            .welcome(
                Welcome(
                    epoch: 3,
                    streamInstance: 0xA1B2_C3D4_E5F6_0718,
                    maximumFrameLength: UInt32(ProtocolLimits.defaultFrameLength),
                    pingInterval: 5000,
                    maximumLatency: 2000,
                    state: .live,
                    relayName: "streamd 1"
                )
            )
        ),
    ]

    private static let pathOfTwo = try? RelayPath([
        RelayID(high: 0x3A61_C80F_5B97_24DE, low: 0x70E5_1B2C_96F8_4D03),
        RelayID(high: 0xD417_6EA2_390B_F85C, low: 0x25C9_80F3_4A6D_1E7B),
    ])

    private static let sequenceParameterSet = hex(
        "67 64 00 1F AC D9 40 50 05 BB 01 10 00 00 03 00 10 00 00 03 03 C0 F1 83 19 60"
    )
    private static let pictureParameterSet = hex("68 EB E3 CB 22 C0")

    private static let media = [
        DocumentExample("tracks", .tracks(tracks)),
        DocumentExample(
            "frame",
            .frame(
                Frame(
                    FrameHeader(
                        track: .zero,
                        flags: .randomAccess,
                        epoch: 3,
                        sequence: 90,
                        decodeTime: 3_000_000,
                        presentationTime: 3_033_333,
                        captureTime: 1_763_683_203_000_000
                    ),
                    payload: [0, 0, 0, 1] + sequenceParameterSet + [0, 0, 0, 1] + pictureParameterSet
                        + hex("00000001 65888400 33FF")
                )
            )
        ),
        DocumentExample(
            "frame-gradual",
            .frame(
                Frame(
                    FrameHeader(
                        track: .zero,
                        flags: .gradual,
                        epoch: 3,
                        sequence: 120,
                        decodeTime: 4_000_000,
                        presentationTime: 4_000_000
                    ),
                    payload: hex("00000001 060602 09C4 80 00000001 41")
                )
            )
        ),
        DocumentExample(
            "gap-not-requested",
            .gap(Gap(track: .zero, reason: .notRequested, epoch: 3, first: 61, count: 29))
        ),
        DocumentExample("gap", .gap(Gap(track: .zero, reason: .latency, epoch: 3, first: 91, count: 29))),
    ]

    private static let tracks: TrackTable = {
        let record =
            hex("01 64 00 1F FF E1 001A") + sequenceParameterSet + hex("01 0006") + pictureParameterSet
            + hex("FD F8 F8 00")
        let video = Track(id: .zero, kind: .video, codec: .h264) {
            $0.configuration = record
            $0.size = PictureSize(width: 1280, height: 720)
            $0.frameRate = Track.Rate(numerator: 30, denominator: 1)
        }
        let audio = Track(id: TrackID(unchecked: 1), kind: .audio, codec: .aac) {
            $0.configuration = [0x11, 0x90]
            $0.sampleRate = 48000
            $0.channels = 2
        }
        do {
            return try TrackTable(epoch: 3, tracks: [video, audio])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static let backChannel = [
        DocumentExample("key-frame-request", .keyFrameRequest(KeyFrameRequest(track: .zero))),
        DocumentExample(
            "receiver-report",
            .receiverReport(
                ReceiverReport(
                    framesReceived: 3000,
                    framesMissed: 29,
                    bytesReceived: 25_000_000,
                    medianLatency: 47_000,
                    highLatency: 75_000
                )
            )
        ),
        DocumentExample("viewer-count", .viewerCount(ViewerCount(viewers: 42))),
    ]

    private static let asked: Int64 = 1_763_683_203_500_000

    private static let time = [
        DocumentExample("ping", .ping(Ping(sent: asked))),
        DocumentExample(
            "pong",
            .pong(Pong(sent: asked, received: asked + 251_000, answered: asked + 251_200))
        ),
        DocumentExample("clock-offset", .clockOffset(ClockOffset(offset: -120_000, errorBound: 800))),
        DocumentExample(
            "arrivals",
            .arrivals(
                Arrivals(
                    epoch: 3,
                    hops: [Arrivals.Hop(delay: 550, errorBound: 120)],
                    frames: [
                        Arrivals.Arrival(track: .zero, sequence: 1201, time: asked),
                        Arrivals.Arrival(track: .zero, sequence: 1200, time: asked - 33_339),
                    ]
                )
            )
        ),
    ]

    private static let lists = [
        DocumentExample(
            "hello-list",
            .hello(
                Hello(
                    role: .list,
                    stream: .empty,
                    instance: InstanceID(high: 0x0F1E_2D3C_4B5A_6978, low: 0x8796_A5B4_C3D2_E1F0)
                )
            )
        ),
        DocumentExample(
            "streams",
            .streams(
                StreamList(
                    isNew: true,
                    hasMore: false,
                    entries: [
                        StreamList.Entry(name: .live, state: .live, kinds: [TrackKinds(.video), TrackKinds(.audio)]),
                        StreamList.Entry(name: camera, state: .waiting, kinds: []),
                    ]
                )
            )
        ),
        DocumentExample(
            "streams-change",
            .streams(
                StreamList(
                    isNew: false,
                    hasMore: false,
                    entries: [StreamList.Entry(name: camera, state: .gone, kinds: [])]
                )
            )
        ),
    ]

    private static let camera: StreamName = {
        do {
            return try StreamName("studio/cam")
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static let endings = [
        DocumentExample("stream-state", .streamState(.interrupted)),
        DocumentExample("error", .error(Ending(.unauthorized, "A token is needed."))),
        DocumentExample("goodbye", .goodbye(Ending(.endOfStream, ""))),
        DocumentExample(
            "goodbye-redirect",
            .goodbye(Ending(.redirect, "Moved.") { $0.redirect = "b.example:7450/live" })
        ),
    ]
}
