import CoreMetrics
import NIOCore
import RelayTestSupport
import StreamClient
import StreamHTTP
import StreamProtocol
import StreamRelay

extension RunningRelay {
    /// Runs a relay that serves HTTP.
    static func runWithHTTP(
        admission: any Admission = OpenAdmission(),
        allowing origins: AllowedOrigins = .none,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        configure: (inout RelayConfiguration) -> Void = { _ in },
        _ body: (RunningRelay) async throws -> Void
    ) async throws {
        try await run(
            admission: admission,
            http: HTTPService(allowing: origins),
            metrics: metrics,
            configure: configure,
            body
        )
    }

    /// The relay's HTTP, as ``runWithHTTP(admission:allowing:metrics:configure:_:)`` started it.
    var http: HTTPService? { protocolHandlers.http as? HTTPService }

    func connect(sending text: String = "") async throws -> RawClient {
        try await RawClient(port: port, sending: text)
    }

    /// Sends a request and reads until the relay closes.
    func answer(to request: String) async throws -> RawAnswer {
        RawAnswer(try await connect(sending: request).readToEnd())
    }

    /// Waits until a stream is as it should be. Each look passes all event loops, so that none is kept from its work.
    func untilStream(_ name: StreamName = .live, is right: (StreamStatus?) -> Bool) async {
        while !Task.isCancelled, !right(await control.stream(name)) { _ = await control.connections() }
    }

    /// Publishes a stream with a video and an audio track while `body` runs, and then ends it.
    func publishing(
        _ stream: String = "live",
        token: String? = nil,
        _ body: (PublishOutlet) async throws -> Void
    ) async throws {
        let publisher = StreamPublisher(try client(stream, token: token.map { try AccessToken($0) }))
        let outlet = publisher.outlet
        var sound = Track(id: TrackID(1) ?? .zero, kind: .audio, codec: .aac)
        sound.configuration = [0x11, 0x90]
        try outlet.setTracks([Track(id: .zero, kind: .video, codec: .h264), sound])
        let running = Task { try await publisher.run() }
        for await event in outlet.events {
            if case .connected = event { break }
        }
        try await outlet.sendPicture([], isKeyFrame: true)
        let name = try StreamName(stream)
        await untilStream(name) { $0?.tracks.isEmpty == false }
        do {
            try await body(outlet)
        } catch {
            running.cancel()
            throw error
        }
        outlet.finish(within: nil)
        try await running.value
    }
}

extension PublishOutlet {
    func sendPicture(_ payload: [UInt8], isKeyFrame: Bool = false) async throws {
        try await send(frame(.zero, payload, isKeyFrame ? .randomAccess : []))
    }

    func sendSound(_ payload: [UInt8]) async throws {
        try await send(frame(TrackID(1) ?? .zero, payload, .randomAccess))
    }

    private func frame(_ track: TrackID, _ payload: [UInt8], _ flags: FrameHeader.Flags) -> MediaFrame {
        MediaFrame(
            track: track,
            flags: flags,
            decodeTime: .zero,
            presentationTime: .zero,
            bytes: payload
        )
    }
}
