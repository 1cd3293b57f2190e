import Logging
import NIOCore
import NIOHTTP1
import PrometheusMetrics
import StreamProtocol
import StreamRelay

/// Performs the requests of a recorder's admin listener.
struct RecorderAdminController: AdminResponder {
    let program = AdminRoute.Program.recorder
    let reserve = DescriptorReserve()
    let metrics: @Sendable () -> String
    let recordings: @Sendable () -> RecordingsDocument
    let setRecording: @Sendable (StreamName, Bool) -> Bool
    let logger: Logger

    init(
        metrics: @escaping @Sendable () -> String,
        recordings: @escaping @Sendable () -> RecordingsDocument,
        setRecording: @escaping @Sendable (StreamName, Bool) -> Bool,
        logger: Logger
    ) {
        self.metrics = metrics
        self.recordings = recordings
        self.setRecording = setRecording
        self.logger = logger
    }

    /// Only this machine can reach the listener.
    func acceptsUnencrypted(from peer: SocketAddress?) -> Bool { true }

    func answer(_ route: AdminRoute, body: ByteBuffer, on eventLoop: any EventLoop) -> EventLoopFuture<HTTPResponse> {
        // Reading the state of the disk may block.
        eventLoop.makeFutureWithTask { answer(route) }
    }

    private func answer(_ route: AdminRoute) -> HTTPResponse {
        switch route {
        case .alive: .text(.ok, "alive")
        case .ready: .text(.ok, "ready")
        case .metrics: HTTPResponse(.ok, contentType: TextExposition.contentType, body: ByteBuffer(string: metrics()))
        case .recordings: .json(.ok, recordings())
        case .setRecording(let stream, let isOn): set(stream, isOn)
        case .relay, .streams, .connections, .closeConnection, .closeStream, .moveViewers, .drain, .setLogLevel,
            .reload:
            .failure(.notFound, "This is a recorder; ask a relay.")
        }
    }

    private func set(_ stream: StreamName, _ isOn: Bool) -> HTTPResponse {
        guard setRecording(stream, isOn) else {
            return .failure(
                .notFound,
                "The recorder does not know a stream '\(stream)'; look at the list of recordings."
            )
        }
        return .json(.ok, DoneDocument())
    }
}
