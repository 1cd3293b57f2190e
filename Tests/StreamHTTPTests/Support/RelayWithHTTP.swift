import CoreMetrics
import FanOutUnderTest
import Logging
import NIOCore
import NIOPosix
import StreamClient
import StreamHTTP
import StreamProtocol
import StreamRelay

/// A relay that serves HTTP while a test runs.
struct RelayWithHTTP: Sendable {
    let port: Int
    let control: RelayControl
    let http: HTTPService

    static func run(
        admission: any Admission = OpenAdmission(),
        allowing origins: AllowedOrigins = .none,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        configure: (inout RelayConfiguration) -> Void = { _ in },
        _ body: (RelayWithHTTP) async throws -> Void
    ) async throws {
        var configuration = RelayConfiguration()
        configuration.listener = .address(host: "127.0.0.1", port: 0)
        configuration.fanOut = .underTest
        // Clients here answer no pings, and a busy machine may take its time.
        configuration.pingInterval = .minutes(10)
        configuration.limits.handshake = .minutes(10)
        configure(&configuration)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let http = HTTPService(allowing: origins)
        let relay = Relay(
            configuration: configuration,
            admission: admission,
            doors: Doors(http: http),
            group: group,
            metrics: metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let serving = Task { try await relay.run() }
        let result: Result<Void, any Error>
        do {
            let port = try await relay.address.port ?? 0
            result = .success(try await body(RelayWithHTTP(port: port, control: relay.control, http: http)))
        } catch {
            result = .failure(error)
        }
        serving.cancel()
        _ = await serving.result
        try await group.shutdownGracefully()
        try result.get()
    }

    func connect() async throws -> RawClient { try await RawClient(port: port) }

    /// Sends a request and reads until the relay closes.
    func answer(to request: String) async throws -> RawAnswer {
        let client = try await connect()
        try await client.send(request)
        return RawAnswer(try await client.readToEnd())
    }

    /// Waits until a stream is as it should be. Every look goes by all event loops, so that none is kept from its work.
    func untilStream(_ name: StreamName = .live, is right: (StreamStatus?) -> Bool) async {
        while !right(await control.stream(name)) { _ = await control.connections() }
    }

    /// Publishes a stream of a video and an audio track while `body` runs, and then ends it.
    func publishing(
        _ stream: String = "live",
        token: String? = nil,
        _ body: (StreamPublisher) async throws -> Void
    ) async throws {
        var configuration = ClientConfiguration(try RelayAddress("127.0.0.1:\(port)/\(stream)"))
        configuration.token = try token.map { try AccessToken($0) }
        let publisher = StreamPublisher(configuration)
        var sound = Track(id: TrackID(1) ?? .zero, kind: .audio, codec: .aac)
        sound.configuration = [0x11, 0x90]
        try publisher.setTracks([Track(id: .zero, kind: .video, codec: .h264), sound])
        let running = Task { try await publisher.run() }
        for await event in publisher.events {
            if case .connected = event { break }
        }
        try await publisher.sendPicture([], isKeyFrame: true)
        let name = try StreamName(stream)
        await untilStream(name) { $0?.tracks.isEmpty == false }
        do {
            try await body(publisher)
        } catch {
            running.cancel()
            throw error
        }
        publisher.finish()
        try await running.value
    }
}

extension StreamPublisher {
    func sendPicture(_ payload: [UInt8], isKeyFrame: Bool = false) async throws {
        try await send(frame(.zero, payload, isKeyFrame ? .randomAccess : []))
    }

    func sendSound(_ payload: [UInt8]) async throws {
        try await send(frame(TrackID(1) ?? .zero, payload, .randomAccess))
    }

    private func frame(_ track: TrackID, _ payload: [UInt8], _ flags: FrameHeader.Flags) -> OutgoingFrame {
        OutgoingFrame(
            track: track,
            flags: flags,
            decodeTime: 0,
            presentationTime: 0,
            captureTime: 0,
            payload: ByteBuffer(bytes: payload)
        )
    }
}
