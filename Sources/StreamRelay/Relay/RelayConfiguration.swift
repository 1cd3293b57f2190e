import NIOCore
import StreamProtocol

/// How a relay is set up.
public struct RelayConfiguration: Sendable {
    /// The address to listen on, such as `127.0.0.1` or `::`.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes any that is free.
    public var port = 7450
    /// How long a stream's log keeps frames that no late joiner needs.
    public var logDuration = TimeAmount.seconds(10)
    /// Bytes a stream's log may hold, whatever its duration.
    public var logBytes = 64 * 1024 * 1024
    /// How far behind a viewer may fall that names no bound of its own, and the most it may name.
    public var maximumLatency = TimeAmount.seconds(2)
    /// How often either side of a connection asks for a sign of life.
    public var pingInterval = TimeAmount.seconds(5)
    public var limits = RelayLimits()

    public init() {}
}

/// The bounds of what a relay takes on.
public struct RelayLimits: Hashable, Sendable {
    /// Connections in all, also those that have not said what they want.
    public var connections = 20_000
    /// Names under which somebody publishes or waits.
    public var streams = 1_000
    public var viewersPerStream = 20_000
    /// Bytes of payload of one frame.
    public var frameLength = Limits.defaultFrameLength
    /// How long a connection may take to say what it wants.
    public var handshake = TimeAmount.seconds(10)

    public init() {}
}
