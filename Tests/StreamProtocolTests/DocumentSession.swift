@testable import StreamProtocol

/// The section "A session" of `Protocol.md`: a publisher sends two pictures, and a viewer joins in between.
extension DocumentExample {
    static let session = withPublisher + withViewer + atEnd

    private static let withPublisher = [
        DocumentExample(
            "session-hello-publisher",
            .hello(
                Hello(
                    role: .publish,
                    stream: .live,
                    instance: InstanceID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
                ) {
                    $0.clientName = "camera 1.0"
                }
            )
        ),
        DocumentExample("session-welcome-publisher", .welcome(welcome(maximumLatency: 0, .waiting))),
        DocumentExample("session-tracks", .tracks(tracksOfSession)),
        DocumentExample("session-viewer-count-none", .viewerCount(ViewerCount(viewers: 0))),
        DocumentExample("session-ping-publisher", .ping(Ping(sent: 1_795_390_236_233_963))),
        DocumentExample(
            "session-pong-publisher",
            .pong(
                Pong(sent: 1_795_390_236_233_963, received: 1_795_390_236_354_144, answered: 1_795_390_236_354_144)
            )
        ),
        DocumentExample("session-clock-offset", .clockOffset(ClockOffset(offset: -120_030, errorBound: 151))),
        DocumentExample(
            "session-frame-first",
            .frame(
                Frame(
                    FrameHeader(
                        track: .zero,
                        flags: .randomAccess,
                        epoch: 1,
                        decodeTime: 0,
                        presentationTime: 0,
                        captureTime: 1_795_390_236_234_304
                    ),
                    payload: firstPicture
                )
            )
        ),
    ]

    private static let withViewer = [
        DocumentExample(
            "session-hello-viewer",
            .hello(
                Hello(
                    role: .subscribe,
                    stream: .live,
                    instance: InstanceID(high: 0x0F1E_2D3C_4B5A_6978, low: 0x8796_A5B4_C3D2_E1F0)
                ) {
                    $0.kinds = TrackKinds(.video)
                }
            )
        ),
        DocumentExample("session-welcome-viewer", .welcome(welcome(maximumLatency: 2000, .live))),
        DocumentExample("session-clock-offset-aged", .clockOffset(ClockOffset(offset: -120_030, errorBound: 159))),
        DocumentExample("session-ping-viewer", .ping(Ping(sent: 1_795_390_236_699_156))),
        DocumentExample(
            "session-pong-viewer",
            .pong(
                Pong(sent: 1_795_390_236_699_156, received: 1_795_390_236_449_447, answered: 1_795_390_236_449_447)
            )
        ),
        DocumentExample("session-viewer-count", .viewerCount(ViewerCount(viewers: 1))),
        DocumentExample(
            "session-frame-second",
            .frame(
                Frame(
                    FrameHeader(
                        track: .zero,
                        epoch: 1,
                        sequence: 2,
                        decodeTime: 160_000,
                        presentationTime: 160_000,
                        captureTime: 1_795_390_236_394_304
                    ),
                    payload: hex("00000001 419A202BD4")
                )
            )
        ),
        DocumentExample(
            "session-gap",
            .gap(Gap(track: .zero, reason: .publisher, epoch: 1, first: 1, count: 1))
        ),
    ]

    private static let atEnd = [
        DocumentExample("session-goodbye-publisher", .goodbye(Ending(.endOfStream, ""))),
        DocumentExample("session-goodbye-viewer", .goodbye(Ending(.endOfStream, "The stream has ended."))),
    ]

    private static func welcome(maximumLatency: UInt32, _ state: StreamState) -> Welcome {
        Welcome(
            epoch: 1,
            streamInstance: 0xEF84_9734_2C90_874B,
            maximumFrameLength: UInt32(ProtocolLimits.defaultFrameLength),
            pingInterval: 5000,
            maximumLatency: maximumLatency,
            state: state,
            relayName: "streamd/0.1.0"
        )
    }

    private static let tracksOfSession: TrackTable = {
        let video = Track(id: .zero, kind: .video, codec: .h264) {
            $0.size = PictureSize(width: 16, height: 16)
        }
        do {
            return try TrackTable(epoch: 1, tracks: [video])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static let firstPicture =
        hex("00000001 6742C00A DA7B0110 00000300 10000003 0320F122 6A")
        + hex("00000001 68CE0F2C 80")
        + hex("00000001 6588840B F118A000 24731C00 04436380 009AD6")
}
