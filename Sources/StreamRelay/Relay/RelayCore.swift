import Logging
import NIOCore
import StreamProtocol

/// What all sessions of a relay share.
final class RelayCore: Sendable {
    let configuration: RelayConfiguration
    let admission: any Admission
    let registry: StreamRegistry
    let metrics = RelayMetrics()
    let logger: Logger
    /// What the relay calls itself in a welcome.
    let name: String

    init(configuration: RelayConfiguration, admission: any Admission, name: String, logger: Logger) {
        self.configuration = configuration
        self.admission = admission
        self.name = name
        self.logger = logger
        registry = StreamRegistry(
            bounds: FrameLog.Bounds(duration: configuration.logDuration, bytes: configuration.logBytes),
            limits: configuration.limits,
            patience: configuration.pingInterval * 2
        )
    }

    /// The least latency bound: a viewer who may not be behind at all would jump at every hiccup of its network.
    static let leastLatency = TimeAmount.milliseconds(200)

    /// The latency bound that holds for a viewer who asks for `wish` milliseconds.
    func latencyBound(wish: UInt32?) -> TimeAmount {
        let most = configuration.maximumLatency
        return wish.map { min(max(.milliseconds(Int64($0)), Self.leastLatency), most) } ?? most
    }
}

/// Decides who may do what. Called on event loops, so it answers at once.
public protocol Admission: Sendable {
    /// Looks at a hello.
    ///
    /// - Throws: ``ProtocolError``, which the client is told, with ``ErrorCode/unauthorized`` or
    ///   ``ErrorCode/forbidden``.
    func admit(_ hello: Hello, from peer: SocketAddress?) throws(ProtocolError)
}

/// Lets everybody publish and watch.
public struct OpenAdmission: Admission {
    public init() {}

    public func admit(_ hello: Hello, from peer: SocketAddress?) throws(ProtocolError) {}
}
