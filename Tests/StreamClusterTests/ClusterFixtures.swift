import Logging
import NIOCore
import RelayTestSupport
import StreamClient
import StreamCluster
import StreamProtocol
import StreamRelay

extension OriginConnector {
    /// A connector that knows no relay yet.
    static func unconnected(logger: Logger = .silent) -> OriginConnector {
        OriginConnector(
            OriginSettings(),
            directory: nil,
            doubtTime: standardDoubtTime,
            connectTimeout: .seconds(600),
            clientName: "edge",
            logger: logger
        )
    }

    /// A connector to a relay of the test, which has all streams.
    static func to(_ origin: RunningRelay, token: AccessToken? = nil) -> OriginConnector {
        let connector = unconnected()
        connector.connect(to: origin, token: token)
        return connector
    }

    func connect(to origin: RunningRelay, token: AccessToken? = nil) { connect(toPort: origin.port, token: token) }

    /// No relay has any stream any more.
    func disconnect() { apply(OriginSettings()) }

    func connect(toPort port: Int, token: AccessToken? = nil) {
        apply(OriginSettings(rules: [OriginRule("127.0.0.1:\(port)")].compactMap(\.self), token: token))
    }
}

extension RunningRelay {
    /// The clients of the role relay, by the name that they give themselves.
    func relaysDownstream() async -> Int {
        await control.connections().count { connection in
            if case .viewer(_, let participant, _) = connection.role { participant.clientName == "edge" } else { false }
        }
    }
}

extension TestViewer {
    /// The first `count` frames.
    func frames(_ count: Int) async throws -> [Frame] {
        var frames: [Frame] = []
        while frames.count < count {
            frames.append(try await next { if case .frame(let frame) = $0 { frame.protocolFrame } else { nil } })
        }
        return frames
    }

    /// What ended the viewer's connection.
    func disconnection() async throws -> ErrorCode? {
        try await next { if case .disconnected(let error, _) = $0 { .some(error.ending?.code) } else { nil } }
    }
}

/// The code with which a relay refuses a viewer that does not try again.
func refusal(of viewer: TestViewer) async -> ErrorCode? {
    do {
        _ = try await viewer.rest()
        return nil
    } catch {
        return (error as? ClientError)?.ending?.code
    }
}

/// An origin that never answers.
struct SilentUpstream: UpstreamProvider {
    private let names: AsyncStream<StreamName>
    private let continuation: AsyncStream<StreamName>.Continuation

    init() { (names, continuation) = AsyncStream.makeStream() }

    /// Waits until a relay has asked for so many streams.
    func begun(_ count: Int) async {
        var left = count
        for await _ in names {
            left -= 1
            if left == 0 { return }
        }
    }

    func origin(of stream: StreamName) -> String? { "silent" }

    func run(_ pull: Pull) async -> PullEnd {
        continuation.yield(pull.name)
        while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
        return .stopped
    }
}

extension RunningRelay {
    /// Requests a path of HTTP, and reads until the relay closes.
    ///
    /// - Parameter isLast: Whether to ask the relay to close.
    func download(_ path: String, closing isLast: Bool = false) async throws -> String {
        let last = isLast ? "connection: close\r\n" : ""
        let request = ByteBuffer(string: "GET \(path) HTTP/1.1\r\nhost: 127.0.0.1:\(port)\r\n\(last)\r\n")
        return try await open().executeThenClose { inbound, outbound in
            try await outbound.write(request)
            var response = ByteBuffer()
            for try await var part in inbound { response.writeBuffer(&part) }
            return String(buffer: response)
        }
    }
}
